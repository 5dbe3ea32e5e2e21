import FermataDomain
import Foundation

extension PartFile {
    private static let partsLimit = 100
    private static let nameBytes = 200
    /// The endings of the files that SQLite adds to a database.
    private static let sideEndings = ["-wal", "-shm", "-journal"]

    /// Locks a new hidden file beside the file that it will replace, under the first unlocked name.
    ///
    /// Throws `DownloadError.cannotStore`.
    static func temporary(for destination: String, permissions: mode_t = 0o644) throws(DownloadError) -> PartFile {
        for path in temporaryPaths(for: destination) {
            guard removeLeftover(path) else { continue }
            if let part = try PartFile.lock(path, permissions: permissions), try part.isOwn() { return part }
        }
        throw .cannotStore(path: destination, .locked)
    }

    /// Removes the temporary files of a destination that killed programs have left.
    static func removeLeftovers(of destination: String) {
        for path in temporaryPaths(for: destination) { _ = removeLeftover(path) }
    }

    private static func temporaryPaths(for destination: String) -> [String] {
        let name = SafeFileName.cut(DocumentPath.name(of: destination), toBytes: nameBytes)
        let start = "\(DocumentPath.folder(of: destination))/.\(name)\(suffix)"
        return (1...partsLimit).map { $0 == 1 ? start : "\(start)-\($0)" }
    }

    /// Removes a leftover, and returns whether the path is unused now.
    private static func removeLeftover(_ path: String) -> Bool {
        do {
            if exists(path) {
                // A program that was killed between linking and unlinking leaves the complete file under both names.
                guard let part = try PartFile.lock(path), try part.belongsToUser() else { return false }
                try part.remove()
            }
            for ending in sideEndings where exists(path + ending) { unlink(path + ending) }
            return true
        } catch {
            return false
        }
    }

    private static func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }
}
