import FermataDomain
import Foundation

extension ToDoDocumentError {
    /// Creates the error for a document that cannot be read, by an `errno`.
    static func cannotRead(_ path: String, errno code: CInt) -> ToDoDocumentError {
        .cannotRead(path: path, StorageFailure(errno: code))
    }

    /// Creates the error for a document that cannot be written, by an `errno`.
    static func cannotWrite(_ path: String, errno code: CInt) -> ToDoDocumentError {
        .cannotWrite(path: path, code == ENOENT ? .folderMissing : StorageFailure(errno: code))
    }
}
