import FermataDomain
import Foundation

/// An advisory lock between the programs of one machine, held while a body runs.
///
/// The system releases it when the program ends.
enum FileLock {
    static func exclusively<Value>(at path: String, _ body: () throws -> Value) throws -> Value {
        let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            throw LibraryError.cannotWrite(path: path, StorageFailure(errno: errno))
        }
        defer { close(file) }
        while flock(file, LOCK_EX) != 0 {
            guard errno == EINTR else {
                throw LibraryError.cannotWrite(path: path, StorageFailure(errno: errno))
            }
        }
        return try body()
    }
}
