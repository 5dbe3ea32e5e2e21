import FermataDomain
import Foundation

extension LibraryError {
    /// Says in words why a file of the downloads could not be used, by its `errno`.
    static func file(_ path: String, errno code: Int32) -> LibraryError {
        let reason =
            switch code {
            case EACCES, EPERM: "you may not write there"
            case ENOENT: "its folder was removed"
            case ENOTDIR: "what should be its folder is a file"
            case EISDIR, ELOOP, EEXIST, ENOTEMPTY: "something else has its name"
            default: DiskFailure.words(code)
            }
        return .cannotKeep(path: path, reason: reason)
    }
}
