import Foundation

/// What a failed call of the system says of a disk or a file, in words.
enum DiskFailure {
    /// `code` is an `errno`. Callers describe errors that only one kind of file has.
    static func words(_ code: CInt) -> String {
        switch code {
        case ENOSPC: "the disk is full"
        case EDQUOT: "no more may be stored there (quota)"
        case EROFS: "the disk is read-only"
        case ENAMETOOLONG: "its name is too long for this disk"
        case EFBIG: "it is too large for this disk"
        case EMFILE, ENFILE: "too many files are open"
        case EIO: "the disk has failed"
        default: String(cString: strerror(code))
        }
    }
}
