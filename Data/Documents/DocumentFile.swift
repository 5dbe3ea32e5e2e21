import FermataDomain
import Foundation

/// A document opened for reading, from a file, a pipe or a device.
final class DocumentFile: Sendable {
    private static let chunkBytes = 1 << 18
    private let path: String
    private let file: OpenFile

    /// Opens a document, waiting for a writer if it is a pipe. Throws `ToDoDocumentError`.
    static func open(_ path: String) async throws -> DocumentFile {
        try await BlockingIO.run { try DocumentFile(path) }
    }

    private init(_ path: String) throws(ToDoDocumentError) {
        do { file = try DocumentPath.open(path, O_RDONLY) } catch { throw .cannotRead(path: path, error) }
        self.path = path
    }

    /// Returns the next bytes; empty at the end. Throws `ToDoDocumentError`, or `CancellationError`.
    func read() async throws -> Data {
        try Task.checkCancellation()
        return try await BlockingIO.run { [self] in try next() }
    }

    private func next() throws(ToDoDocumentError) -> Data {
        var bytes = Data(count: Self.chunkBytes)
        while true {
            let count = bytes.withUnsafeMutableBytes { Foundation.read(file.descriptor, $0.baseAddress, $0.count) }
            if count >= 0 { return bytes.prefix(count) }
            if errno != EINTR { throw .cannotRead(path: path, StorageFailure(errno: errno)) }
        }
    }
}
