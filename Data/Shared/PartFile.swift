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
    let descriptor: CInt

    private init(path: String, descriptor: CInt) {
        self.path = path
        self.descriptor = descriptor
    }

    deinit {
        // A child process has a copy of the descriptor until it calls exec, which would keep the lock.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    /// Opens or creates a partial file and locks it; nil if it is locked elsewhere.
    ///
    /// Also returns nil if its previous owner has just renamed or removed it.
    /// `permissions` are those of a new file. Throws `DownloadError.cannotStore`.
    static func lock(_ path: String, permissions: mode_t = 0o644) throws(DownloadError) -> PartFile? {
        let descriptor = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, permissions)
        guard descriptor >= 0 else { throw .file(path, errno: errno) }
        let part = PartFile(path: path, descriptor: descriptor)
        guard try part.status().st_mode & S_IFMT == S_IFREG else { throw .file(path, errno: EEXIST) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
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
        try check { ftruncate(descriptor, off_t(length)) }
    }

    func write(_ bytes: Data, at offset: Int64) throws(DownloadError) {
        let failure = bytes.withUnsafeBytes { bytes -> CInt? in
            var written = 0
            while written < bytes.count {
                let rest = UnsafeRawBufferPointer(rebasing: bytes[written...])
                let count = pwrite(descriptor, rest.baseAddress, rest.count, off_t(offset) + off_t(written))
                if count < 0, errno != EINTR { return errno }
                written += max(0, count)
            }
            return nil
        }
        if let failure { throw .file(path, errno: failure) }
    }

    /// Returns after all bytes are durable.
    func flush() throws(DownloadError) {
        try check { fsync(descriptor) }
    }

    /// Renames the file to its final name, replacing any existing file.
    func rename(to final: String) throws(DownloadError) {
        try check { Foundation.rename(path, final) }
    }

    /// Renames the file to its final name; throws with `.nameInUse` if another file has that name.
    func rename(toUnused final: String) throws(DownloadError) {
        if link(path, final) == 0 {
            try check { unlink(path) }
        } else if [EPERM, ENOTSUP, EMLINK].contains(errno), access(final, F_OK) != 0 {
            try rename(to: final)  // a file system without hard links
        } else {
            throw .file(final, errno: errno)
        }
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
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .file(path, errno: errno) }
        defer { close(descriptor) }
        while fsync(descriptor) != 0 {
            if errno == EINVAL { return }  // a file system that needs no flush
            if errno != EINTR { throw .file(path, errno: errno) }
        }
    }

    private func status() throws(DownloadError) -> stat {
        var status = stat()
        try check { fstat(descriptor, &status) }
        return status
    }

    private func check(_ call: () -> CInt) throws(DownloadError) {
        while call() != 0 {
            if errno != EINTR { throw .file(path, errno: errno) }
        }
    }
}
