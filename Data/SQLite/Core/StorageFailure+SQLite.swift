import FermataDomain
import GRDB

extension StorageFailure {
    /// The failure of a file that SQLite reports.
    init(_ error: DatabaseError) {
        self =
            switch error.resultCode {
            case .SQLITE_FULL: .full
            case .SQLITE_READONLY: .readOnly
            case .SQLITE_CANTOPEN: .unreadable
            // There is no room for the index of the log.
            case .SQLITE_IOERR where error.extendedResultCode == .SQLITE_IOERR_SHMSIZE: .full
            case .SQLITE_IOERR: .hardware
            default: .other(error.message ?? "\(error.resultCode)")
            }
    }

    /// Whether the disk failed, not the content of a file.
    var isOfDisk: Bool { [.full, .readOnly, .unreadable, .hardware].contains(self) }
}
