import FermataDomain
import Foundation

/// A folder of downloaded pictures. Errors are ignored, because every picture can be downloaded again.
struct ArtworkCacheFolder: Sendable {
    let path: String
    let byteLimit: Int

    /// Returns a cached picture; nil if there is none or its file is not a picture.
    func picture(named name: String) -> ArtworkImage? {
        FileManager.default.contents(atPath: "\(path)/\(name)").flatMap { ArtworkImage($0) }
    }

    /// Writes a picture atomically. If that fails, the picture is not cached.
    func store(_ picture: ArtworkImage, named name: String) {
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            try picture.bytes.write(to: URL(filePath: "\(path)/\(name)"), options: .atomic)
        } catch {
            return
        }
    }

    /// Removes the oldest pictures until `bytes` more fit within the limit.
    ///
    /// Skips files that cannot be read or removed.
    func makeRoom(for bytes: Int) {
        let keys: Set<URLResourceKey> = [.contentModificationDateKey, .fileSizeKey]
        guard
            let files = try? FileManager.default.contentsOfDirectory(
                at: URL(filePath: path), includingPropertiesForKeys: Array(keys))
        else { return }
        let pictures = files.compactMap { file in
            (try? file.resourceValues(forKeys: keys)).map {
                (file: file, size: $0.fileSize ?? 0, time: $0.contentModificationDate ?? .distantPast)
            }
        }
        var total = pictures.reduce(bytes) { $0 + $1.size }
        for entry in pictures.sorted(by: { $0.time < $1.time }) where total > byteLimit {
            if (try? FileManager.default.removeItem(at: entry.file)) != nil { total -= entry.size }
        }
    }
}
