import FermataDomain
import Foundation

extension ToDoDocumentError {
    /// The failure of a system call that opens or reads a document.
    static func cannotRead(_ path: String, errno code: CInt) -> ToDoDocumentError {
        .cannotRead(path: path, StorageFailure(errno: code))
    }

    /// The failure of a system call that creates or writes a document.
    static func cannotWrite(_ path: String, errno code: CInt) -> ToDoDocumentError {
        .cannotWrite(path: path, code == ENOENT ? .folderMissing : StorageFailure(errno: code))
    }
}
