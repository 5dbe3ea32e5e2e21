import FermataDomain
import Foundation

/// A folder of pictures that can all be fetched again: what cannot be read or written is done without.
struct ArtworkCacheFolder: Sendable {
    let path: String
    let byteLimit: Int

    /// Nil where there is none, or where the file is no whole picture.
    func picture(named name: String) -> ArtworkImage? {
        FileManager.default.contents(atPath: "\(path)/\(name)").flatMap { ArtworkImage($0) }
    }

    /// Writes a picture whole or not at all; on a full disk, say, it is not kept.
    func keep(_ picture: ArtworkImage, named name: String) {
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            try picture.bytes.write(to: URL(filePath: "\(path)/\(name)"), options: .atomic)
        } catch {
            return
        }
    }

    /// Removes the pictures that were kept first, until so many bytes more are below the limit.
    ///
    /// What cannot be read or removed, since another program was at it say, is looked at again the next time.
    func makeRoom(for bytes: Int) {
        let keys: Set<URLResourceKey> = [.contentModificationDateKey, .fileSizeKey]
        guard
            let files = try? FileManager.default.contentsOfDirectory(
                at: URL(filePath: path), includingPropertiesForKeys: Array(keys))
        else { return }
        let known = files.compactMap { file in
            (try? file.resourceValues(forKeys: keys)).map {
                (file: file, size: $0.fileSize ?? 0, time: $0.contentModificationDate ?? .distantPast)
            }
        }
        var total = known.reduce(bytes) { $0 + $1.size }
        for entry in known.sorted(by: { $0.time < $1.time }) where total > byteLimit {
            if (try? FileManager.default.removeItem(at: entry.file)) != nil { total -= entry.size }
        }
    }
}
