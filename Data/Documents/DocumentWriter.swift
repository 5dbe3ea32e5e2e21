import FermataDomain
import Foundation
import Synchronization

/// Writes a document through a buffer, either completely or not at all.
final class DocumentWriter: Sendable {
    private static let bufferBytes = 1 << 16

    private struct Content {
        var buffer = Data()
        var written: Int64 = 0
    }

    private let target: any DocumentTarget
    private let content = Mutex(Content())

    private init(_ path: String, isPrivate: Bool) throws(ToDoDocumentError) {
        target = try DocumentPath.target(path, isPrivate: isPrivate)
    }

    /// Writes the head, every record of the batches, and the foot.
    ///
    /// Only the owner can read a private file, even if others could read the former one. Rethrows the errors of
    /// `batches`. Throws `ToDoDocumentError`.
    static func write<Record: Sendable>(
        to path: String, isPrivate: Bool = false, head: String, foot: String,
        each: @escaping @Sendable (Record) throws -> String,
        _ batches: any AsyncSequence<[Record], any Error> & Sendable
    ) async throws {
        let writer = try await BlockingIO.run { try DocumentWriter(path, isPrivate: isPrivate) }
        do {
            try writer.write(head)
            for try await records in batches {
                try await BlockingIO.run { for record in records { try writer.write(each(record)) } }
            }
            try writer.write(foot)
            try await BlockingIO.run { try writer.finish() }
        } catch {
            try? writer.target.discard()  // the first error is the cause
            throw error
        }
    }

    private func write(_ text: String) throws(ToDoDocumentError) {
        try content.withLock { content throws(ToDoDocumentError) in
            content.buffer.append(contentsOf: text.utf8)
            if content.buffer.count >= Self.bufferBytes { try flush(&content) }
        }
    }

    private func finish() throws(ToDoDocumentError) {
        try content.withLock { content throws(ToDoDocumentError) in try flush(&content) }
        try target.finish()
    }

    private func flush(_ content: inout Content) throws(ToDoDocumentError) {
        try target.write(content.buffer, at: content.written)
        content.written += Int64(content.buffer.count)
        content.buffer.removeAll(keepingCapacity: true)
    }
}

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
        if let failure = StorageFailure(unlessRegular: status) { throw .cannotWrite(path: path, failure) }
        let mode = status.st_mode & 0o777
        return try AtomicFileWriter(path, destination: destination, mode: isPrivate ? 0o600 : mode)
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
        if let mode, fchmod(part.file.descriptor, mode) != 0 {
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
