import FermataDomain
import Foundation

extension DownloadError {
    /// The failure of a system call on a file of the downloads.
    static func file(_ path: String, errno code: Int32) -> DownloadError {
        let failure: StorageFailure =
            switch code {
            case ENOENT: .folderMissing
            case EISDIR, ELOOP: .nameInUse
            default: StorageFailure(errno: code)
            }
        return .cannotStore(path: path, failure)
    }
}
