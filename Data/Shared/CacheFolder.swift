import Foundation

/// A folder of files that can be made again. The folder may be removed at any time.
struct CacheFolder: Sendable {
    let path: String
    /// About how many bytes the files have together.
    let byteLimit: Int

    /// Creates the folder, which only its owner can read, unless it exists.
    func create() throws {
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    /// The path of a file.
    func file(named name: String) -> String { "\(path)/\(name)" }

    /// Removes the files that were changed first until `bytes` more fit within the limit.
    ///
    /// Skips files that cannot be read or removed.
    func makeRoom(for bytes: Int) {
        let keys: Set<URLResourceKey> = [.contentModificationDateKey, .fileSizeKey]
        guard
            let files = try? FileManager.default.contentsOfDirectory(
                at: URL(filePath: path), includingPropertiesForKeys: Array(keys))
        else { return }
        let entries = files.compactMap { file in
            (try? file.resourceValues(forKeys: keys)).map {
                (file: file, size: $0.fileSize ?? 0, time: $0.contentModificationDate ?? .distantPast)
            }
        }
        var total = entries.reduce(bytes) { $0 + $1.size }
        for entry in entries.sorted(by: { $0.time < $1.time }) where total > byteLimit {
            if (try? FileManager.default.removeItem(at: entry.file)) != nil { total -= entry.size }
        }
    }
}
