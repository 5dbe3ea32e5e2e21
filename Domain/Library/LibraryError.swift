/// An error of the library's file.
public enum LibraryError: Error, Equatable, Sendable {
    case cannotOpen(path: String, StorageFailure)
    case cannotWrite(path: String, StorageFailure)
    /// A newer program made the library.
    case newerVersion(path: String)
    /// A program made the library whose version this one cannot migrate.
    case olderVersion(path: String)
    /// Another program is changing the library.
    case busy(path: String)
    case damaged(path: String)
    /// Another program repaired or restored the library during the operation.
    case replaced(path: String)
}
