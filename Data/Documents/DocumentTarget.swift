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
        guard let destination = destination(of: path) else { throw .cannotWrite(path, errno: ELOOP) }
        var status = stat()
        guard stat(destination, &status) == 0 else {
            guard errno == ENOENT else { throw .cannotWrite(path, errno: errno) }
            return try AtomicFileWriter(path, destination: destination, permissions: isPrivate ? 0o600 : 0o644)
        }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: throw .cannotWrite(path, errno: EISDIR)
        case S_IFREG:
            let mode = status.st_mode & 0o777
            return try AtomicFileWriter(path, destination: destination, mode: isPrivate ? 0o600 : mode)
        default: throw .cannotWrite(path: path, .unsupported)
        }
    }
}

/// Writes directly to an inherited stream: a file, a pipe or a terminal.
final class StreamingFileWriter: DocumentTarget {
    private let path: String
    private let descriptor: CInt

    init(_ path: String) throws(ToDoDocumentError) {
        let descriptor = DocumentPath.open(path, O_WRONLY)
        guard descriptor >= 0 else { throw .cannotWrite(path, errno: errno) }
        (self.path, self.descriptor) = (path, descriptor)
    }

    deinit {
        close(descriptor)
    }

    func write(_ bytes: Data, at offset: Int64) throws(ToDoDocumentError) {
        let failure = bytes.withUnsafeBytes { bytes -> CInt? in
            var written = 0
            while written < bytes.count {
                let remainder = UnsafeRawBufferPointer(rebasing: bytes[written...])
                let count = Foundation.write(descriptor, remainder.baseAddress, remainder.count)
                if count < 0, errno != EINTR { return errno }
                written += max(0, count)
            }
            return nil
        }
        if let failure { throw .cannotWrite(path, errno: failure) }
    }

    func finish() {}
    func discard() {}
}
