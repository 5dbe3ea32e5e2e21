import FermataDomain
import Foundation

extension LibraryError {
    /// Says in words why a file of the downloads could not be used, by its `errno`.
    static func file(_ path: String, errno code: Int32) -> LibraryError {
        let reason =
            switch code {
            case ENOSPC: "the disk is full"
            case EDQUOT: "no more may be stored there (quota)"
            case EACCES, EPERM: "you may not write there"
            case EROFS: "the disk is read-only"
            case ENOENT: "its folder was removed"
            case ENOTDIR: "what should be its folder is a file"
            case EISDIR, ELOOP, EEXIST, ENOTEMPTY: "something else has its name"
            case ENAMETOOLONG: "its name is too long for this disk"
            case EFBIG: "it is too large for this disk"
            case EMFILE, ENFILE: "too many files are open"
            case EIO: "the disk has failed"
            default: String(cString: strerror(code))
            }
        return .cannotKeep(path: path, reason: reason)
    }
}
