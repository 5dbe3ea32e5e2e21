import FermataDomain
import Foundation

extension StorageFailure {
    /// The failure that a system call reports in `errno`.
    init(errno code: CInt) {
        self =
            switch code {
            case ENOSPC, EDQUOT: .full
            case EROFS: .readOnly
            case EACCES, EPERM: .permission
            case ENOENT: .missing
            case ENOTDIR: .notAFolder
            case EISDIR: .isFolder
            case EEXIST, ENOTEMPTY: .nameInUse
            case ENAMETOOLONG: .nameTooLong
            case EFBIG: .tooLarge
            case ELOOP: .linkLoop
            case EBADF: .notOpen
            case EPIPE: .pipeClosed
            case EINVAL: .unsupported
            case EMFILE, ENFILE: .tooManyOpenFiles
            case EIO: .hardware
            default: .other(String(cString: strerror(code)))
            }
    }
}
