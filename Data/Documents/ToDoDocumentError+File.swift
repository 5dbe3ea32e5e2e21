import FermataDomain
import Foundation

extension ToDoDocumentError {
    /// Says in words why a document could not be read, by its `errno`.
    static func cannotRead(_ path: String, errno code: CInt) -> ToDoDocumentError {
        let reason =
            switch code {
            case ENOENT: "there is no such file"
            case EISDIR: "it is a folder"
            case EACCES, EPERM: "you may not read it"
            case EBADF: "it is not open for reading"
            default: words(code)
            }
        return ToDoDocumentError(.cannotRead, path: path, reason: reason)
    }

    /// Says in words why a document could not be written, by its `errno`.
    static func cannotWrite(_ path: String, errno code: CInt) -> ToDoDocumentError {
        let reason =
            switch code {
            case ENOENT: "its folder does not exist"
            case EISDIR: "it is a folder"
            case EACCES, EPERM: "you may not write it"
            case EPIPE: "whoever was to read it has gone"
            case EBADF: "it is not open for writing"
            default: words(code)
            }
        return ToDoDocumentError(.cannotWrite, path: path, reason: reason)
    }

    private static func words(_ code: CInt) -> String {
        switch code {
        case ENOTDIR: "a part of its path is a file, not a folder"
        case ELOOP: "its symbolic links lead round in a circle"
        case EINVAL: "its kind of file cannot be used for this"
        default: DiskFailure.words(code)
        }
    }
}
