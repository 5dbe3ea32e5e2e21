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
    /// Only the owner can read a private file, even if others could read the former one. Rethrows the errors of `batches`.
    /// Throws `ToDoDocumentError`.
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
