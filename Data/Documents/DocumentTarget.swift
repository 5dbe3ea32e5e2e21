import FermataDomain
import Foundation

/// Receives the bytes of a document.
protocol DocumentTarget: Sendable {
    func write(_ bytes: Data, at offset: Int64) throws(ToDoDocumentError)
    /// Returns once the complete document is stored at its path.
    func finish() throws(ToDoDocumentError)
    /// Leaves the existing document unchanged, where the kind of file allows it.
    func discard() throws(ToDoDocumentError)
}

extension DocumentPath {
    /// Opens a document for writing: atomically for a file, streaming for an inherited stream.
    ///
    /// Only the owner can read a private file. Refuses pipes and devices by their paths: opening a pipe waits for
    /// another program.
    static func target(_ path: String, isPrivate: Bool) throws(ToDoDocumentError) -> any DocumentTarget {
        if stream(path) != nil { return try StreamingFileWriter(path) }
        guard let destination = destination(of: path) else { throw .cannotWrite(path: path, .linkLoop) }
        var status = stat()
        guard stat(destination, &status) == 0 else {
            guard errno == ENOENT else { throw .cannotWrite(path: path, StorageFailure(errno: errno)) }
            return try AtomicFileWriter(path, destination: destination, permissions: isPrivate ? 0o600 : 0o644)
        }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: throw .cannotWrite(path: path, .isFolder)
        case S_IFREG:
            let mode = status.st_mode & 0o777
            return try AtomicFileWriter(path, destination: destination, mode: isPrivate ? 0o600 : mode)
        default: throw .cannotWrite(path: path, .unsupported)
        }
    }
}

/// Writes a temporary file and renames it over the destination after it is complete and durable.
private struct AtomicFileWriter: DocumentTarget {
    private let path: String
    private let destination: String
    private let part: PartFile

    /// `destination` is the resolved path; `mode` are the permissions of the existing file, `permissions` of a new one.
    init(
        _ path: String, destination: String, mode: mode_t? = nil, permissions: mode_t = 0o644
    ) throws(ToDoDocumentError) {
        do throws(StorageFailure) {
            // Their permissions apply, although a temporary file replaces the destination.
            if mode != nil { _ = try OpenFile(destination, O_WRONLY) }
            _ = try OpenFile(DocumentPath.folder(of: destination), O_RDONLY | O_DIRECTORY)
        } catch {
            throw .cannotWrite(path: path, error == .missing ? .folderMissing : error)
        }
        (self.path, self.destination) = (path, destination)
        part = try Self.namingPath(path) { () throws(DownloadError) in
            try PartFile.temporary(for: destination, permissions: permissions)
        }
        if let mode, fchmod(part.descriptor, mode) != 0 {
            let failure = StorageFailure(errno: errno)
            try discard()
            throw .cannotWrite(path: path, failure)
        }
    }

    func write(_ bytes: Data, at offset: Int64) throws(ToDoDocumentError) {
        try Self.namingPath(path) { () throws(DownloadError) in try part.write(bytes, at: offset) }
    }

    func finish() throws(ToDoDocumentError) {
        try Self.namingPath(path) { () throws(DownloadError) in try part.publish(as: destination) }
    }

    func discard() throws(ToDoDocumentError) {
        try Self.namingPath(path) { () throws(DownloadError) in try part.remove() }
    }

    private static func namingPath<Value>(
        _ path: String, _ body: () throws(DownloadError) -> Value
    ) throws(ToDoDocumentError) -> Value {
        do {
            return try body()
        } catch {
            switch error {
            case .cannotStore(_, let failure): throw .cannotWrite(path: path, failure)
            case .noSpace: throw .cannotWrite(path: path, .full)
            }
        }
    }
}

/// Writes directly to an inherited stream: a file, a pipe or a terminal.
private struct StreamingFileWriter: DocumentTarget {
    private let path: String
    private let file: OpenFile

    init(_ path: String) throws(ToDoDocumentError) {
        do { file = try DocumentPath.open(path, O_WRONLY) } catch { throw .cannotWrite(path: path, error) }
        self.path = path
    }

    func write(_ bytes: Data, at offset: Int64) throws(ToDoDocumentError) {
        do { try file.write(bytes, at: nil) } catch { throw .cannotWrite(path: path, error) }
    }

    func finish() {}
    func discard() {}
}
