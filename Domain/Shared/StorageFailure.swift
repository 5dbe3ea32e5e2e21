/// Why a file or folder cannot be used.
public enum StorageFailure: Error, Equatable, Codable, Sendable {
    /// The disk is full, or the user's quota is used up.
    case full
    /// The file or its disk is read-only.
    case readOnly
    /// The file's folder is read-only.
    case readOnlyFolder
    case permission
    case unreadable
    /// The file does not exist.
    case missing
    /// The file's folder does not exist.
    case folderMissing
    case folderNotCreated
    /// A part of the path is a file, not a folder.
    case notAFolder
    /// The path leads to a folder.
    case isFolder
    /// Another kind of file has this name, or the name is in use.
    case nameInUse
    case nameTooLong
    case tooLarge
    case linkLoop
    /// The file was removed while the program used it.
    case removed
    /// The file changed while the program used it.
    case changed
    /// Other programs write the same file.
    case locked
    case exists
    /// The folder has files.
    case notEmpty
    /// The path leads to the library's own file.
    case isLibrary
    /// The descriptor is not open for this use.
    case notOpen
    /// The reader of a pipe has closed it.
    case pipeClosed
    /// The kind of file does not support the operation.
    case unsupported
    case tooManyOpenFiles
    /// The hardware reported an error.
    case hardware
    /// The file is another program's, not a library.
    case notALibrary
    /// A damaged library cannot be repaired, for a reason.
    indirect case notRepairable(StorageFailure)
    /// Anything else, with the text of the system or database.
    case other(String)
}

/// Why one file of a folder cannot be used.
public enum FileFailure: Error, Equatable, Codable, Sendable {
    /// The content is not audio in a known format.
    case notAudio
    /// The file has more than `limit` bytes.
    case tooLarge(limit: Int)
    /// There are too many tags, or tags and pictures have more than `limit` bytes.
    case tagsTooLarge(limit: Int)
    /// The document is not valid XML from a line on.
    case invalidXML(line: Int)
    /// Too many files have the same audio.
    case tooManyCopies
    case storage(StorageFailure)
}
