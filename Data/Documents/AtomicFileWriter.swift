import FermataDomain
import Foundation

/// Writes a temporary file and renames it over the destination after it is complete and durable.
struct AtomicFileWriter: DocumentTarget {
    private let path: String
    private let destination: String
    private let part: PartFile

    /// `destination` is the resolved path; `mode` are the permissions of the existing file, `permissions` of a new one.
    init(
        _ path: String, destination: String, mode: mode_t? = nil, permissions: mode_t = 0o644
    ) throws(ToDoDocumentError) {
        if mode != nil {
            let descriptor = open(destination, O_WRONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw .cannotWrite(path, errno: errno) }
            close(descriptor)
        }
        let folder = open(DocumentPath.folder(of: destination), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { throw .cannotWrite(path, errno: errno) }
        close(folder)
        (self.path, self.destination) = (path, destination)
        part = try Self.namingPath(path) { () throws(DownloadError) in
            try PartFile.temporary(for: destination, permissions: permissions)
        }
        if let mode, fchmod(part.descriptor, mode) != 0 {
            let code = errno
            try discard()
            throw .cannotWrite(path, errno: code)
        }
    }

    func write(_ bytes: Data, at offset: Int64) throws(ToDoDocumentError) {
        try Self.namingPath(path) { () throws(DownloadError) in try part.write(bytes, at: offset) }
    }

    func finish() throws(ToDoDocumentError) {
        try Self.namingPath(path) { () throws(DownloadError) in
            try part.flush()
            try part.rename(to: destination)
            try PartFile.flushFolder(DocumentPath.folder(of: destination))
        }
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
