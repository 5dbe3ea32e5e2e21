import Crypto
import FermataDomain
import Foundation

/// A partial file under its temporary name, locked during the lifetime of the value.
///
/// No other program writes to it meanwhile.
///
/// The lock (flock) ends with the program or the last reference to the value.
final class PartFile: Sendable {
    /// The suffix of the name until the file is complete.
    static let suffix = ".part"
    let path: String
    let file: OpenFile

    private init(path: String, file: OpenFile) {
        (self.path, self.file) = (path, file)
    }

    deinit {
        // A child process has a copy of the descriptor until it calls exec, which would keep the lock.
        flock(file.descriptor, LOCK_UN)
    }

    /// Opens or creates a partial file and locks it; nil if it is locked elsewhere.
    ///
    /// Also returns nil if its previous owner has just renamed or removed it.
    /// `permissions` are those of a new file. Throws `DownloadError.cannotStore`.
    static func lock(_ path: String, permissions: mode_t = 0o644) throws(DownloadError) -> PartFile? {
        let part = try Self.naming(path) { () throws(StorageFailure) in
            PartFile(path: path, file: try OpenFile(path, O_RDWR | O_CREAT | O_NOFOLLOW, permissions: permissions))
        }
        guard try part.status().st_mode & S_IFMT == S_IFREG else { throw .file(path, errno: EEXIST) }
        guard flock(part.file.descriptor, LOCK_EX | LOCK_NB) == 0 else {
            if [EWOULDBLOCK, EINTR].contains(errno) { return nil }
            throw .file(path, errno: errno)
        }
        return try part.isInPlace() ? part : nil
    }

    func length() throws(DownloadError) -> Int64 { Int64(try status().st_size) }

    /// Whether the path still refers to this file.
    func isInPlace() throws(DownloadError) -> Bool { try has(path) }

    /// Whether a path refers to this file.
    func has(_ path: String) throws(DownloadError) -> Bool {
        let mine = try status()
        var found = stat()
        return lstat(path, &found) == 0 && found.st_ino == mine.st_ino && found.st_dev == mine.st_dev
    }

    func truncate(to length: Int64) throws(DownloadError) {
        try check { ftruncate(file.descriptor, off_t(length)) }
    }

    func write(_ bytes: Data, at offset: Int64) throws(DownloadError) {
        try Self.naming(path) { () throws(StorageFailure) in try file.write(bytes, at: offset) }
    }

    /// The SHA-256 of the first bytes, to which more can be added.
    ///
    /// Throws `DownloadError.cannotStore`, or `CancellationError`.
    func hash(ofFirst length: Int64) async throws -> SHA256 {
        do { return try await file.hash(ofFirst: length) } catch let failure as StorageFailure {
            throw DownloadError.file(path, failure)
        }
    }

    /// Returns after all bytes are durable.
    func flush() throws(DownloadError) {
        try Self.naming(path) { () throws(StorageFailure) in try file.flush() }
    }

    /// Renames the file to its final name, replacing any existing file.
    func rename(to final: String) throws(DownloadError) {
        try check { Foundation.rename(path, final) }
    }

    private func rename(toUnused final: String) throws(DownloadError) {
        if link(path, final) == 0 {
            try check { unlink(path) }
        } else if [EPERM, ENOTSUP, EMLINK].contains(errno), access(final, F_OK) != 0 {
            try rename(to: final)  // a file system without hard links
        } else {
            throw .file(final, errno: errno)
        }
    }

    /// Renames the complete file to its final name, and returns after its bytes and its name are durable.
    ///
    /// Throws with `.nameInUse` if another file has that name and may not be replaced.
    func publish(as final: String, replacing: Bool = true) throws(DownloadError) {
        try flush()
        try replacing ? rename(to: final) : rename(toUnused: final)
        try Self.flushFolder(DocumentPath.folder(of: final))
    }

    /// Removes the file if it still has its name.
    func remove() throws(DownloadError) { try remove(named: path) }

    /// Removes the file if it has this name.
    func remove(named name: String) throws(DownloadError) {
        if try has(name) { try check { unlink(name) } }
    }

    /// Whether the current user owns the file and it has no other hard link.
    func isOwn() throws(DownloadError) -> Bool {
        let status = try status()
        return status.st_uid == geteuid() && status.st_nlink == 1
    }

    /// Whether the current user owns the file.
    func belongsToUser() throws(DownloadError) -> Bool { try status().st_uid == geteuid() }

    /// Returns after all names in a folder are durable.
    static func flushFolder(_ path: String) throws(DownloadError) {
        try naming(path) { () throws(StorageFailure) in try OpenFile.flushFolder(path) }
    }

    private func status() throws(DownloadError) -> stat {
        try Self.naming(path) { () throws(StorageFailure) in try file.status() }
    }

    private static func naming<Value>(
        _ path: String, _ body: () throws(StorageFailure) -> Value
    ) throws(DownloadError) -> Value {
        do { return try body() } catch { throw .file(path, error) }
    }

    private func check(_ call: () -> CInt) throws(DownloadError) {
        while call() != 0 {
            if errno != EINTR { throw .file(path, errno: errno) }
        }
    }
}

// MARK: - Temporary files

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

    /// Creates or replaces a file, and returns after that is durable; leaves it unchanged if that fails.
    ///
    /// Throws `DownloadError.cannotStore`.
    static func write(_ bytes: Data, to path: String, permissions: mode_t) throws(DownloadError) {
        let part = try temporary(for: path, permissions: permissions)
        try part.removedOnFailure { () throws(DownloadError) in
            try part.write(bytes, at: 0)
            try part.publish(as: path)
        }
    }

    /// Runs the body, and removes the file if that fails.
    func removedOnFailure<Value, Failure>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
        do { return try body() } catch {
            try? remove()  // the first error is the cause
            throw error
        }
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
            if DocumentPath.exists(path) {
                // A program that was killed between linking and unlinking leaves the complete file under both names.
                guard let part = try PartFile.lock(path), try part.belongsToUser() else { return false }
                try part.remove()
            }
            for ending in sideEndings where DocumentPath.exists(path + ending) { unlink(path + ending) }
            return true
        } catch {
            return false
        }
    }
}

extension DownloadError {
    /// The failure of a system call on a file of the downloads.
    static func file(_ path: String, errno code: CInt) -> DownloadError { .file(path, StorageFailure(errno: code)) }

    /// The failure of an operation on a file of the downloads.
    static func file(_ path: String, _ failure: StorageFailure) -> DownloadError {
        switch failure {
        case .missing: .cannotStore(path: path, .folderMissing)
        case .isFolder, .linkLoop: .cannotStore(path: path, .nameInUse)
        default: .cannotStore(path: path, failure)
        }
    }
}
