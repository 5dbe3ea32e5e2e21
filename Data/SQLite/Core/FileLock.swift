internal import FermataDomain
internal import Foundation

/// A lock that programs on one machine respect, held for as long as a body runs.
///
/// It ends with its program.
enum FileLock {
    static func exclusively<Value>(at path: String, _ body: () throws -> Value) throws -> Value {
        let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            throw LibraryError.cannotWrite(path: path, reason: String(cString: strerror(errno)))
        }
        defer { close(file) }
        while flock(file, LOCK_EX) != 0 {
            guard errno == EINTR else {
                throw LibraryError.cannotWrite(path: path, reason: String(cString: strerror(errno)))
            }
        }
        return try body()
    }
}
