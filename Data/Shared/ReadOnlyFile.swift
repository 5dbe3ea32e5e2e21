import Crypto
import FermataDomain
import Foundation

/// A complete file, opened for reading; symbolic links are not followed.
final class ReadOnlyFile: Sendable {
    let path: String
    let length: Int64
    private let descriptor: CInt

    /// Returns nil if no regular file has this path.
    ///
    /// Throws `DownloadError.cannotStore` where it cannot be read.
    init?(_ path: String) throws(DownloadError) {
        self.path = path
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            if [ENOENT, ENOTDIR, ELOOP].contains(errno) { return nil }
            throw .file(path, errno: errno)
        }
        var status = stat()
        let isFile = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        self.descriptor = descriptor
        length = Int64(status.st_size)
        if !isFile { return nil }
    }

    deinit {
        close(descriptor)
    }

    /// SHA-256, 32 bytes. Throws `DownloadError.cannotStore`, or `CancellationError`.
    func digest() async throws -> Data {
        Data(try await FileDigest.hash(descriptor, path: path, length: length).finalize())
    }

    /// Whether another program is writing it; tries a shared lock and releases it at once.
    var isLocked: Bool {
        guard flock(descriptor, LOCK_SH | LOCK_NB) != 0 else {
            flock(descriptor, LOCK_UN)
            return false
        }
        return errno == EWOULDBLOCK
    }
}
