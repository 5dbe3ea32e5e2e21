import FermataDomain
import Foundation
import NIOCore

/// Reads the records of one document of an export as a stream.
struct ExportReader: Sendable {
    private static let limits = CatalogueLimits(recordBytes: 32 << 20)
    let path: String
    let member: String

    /// Returns the records in batches. The iterator throws `BackupError`.
    func records<Record: Decodable & Sendable, Value: Sendable>(
        _ value: @escaping @Sendable (Record) -> Value
    ) -> any AsyncSequence<[ImportRecord<Value>], any Error> & Sendable {
        TaskSequence<[ImportRecord<Value>]>.oneAhead { send in
            try await read { (batch: ExportBatch<Record>) in
                try await send(batch.records.map { $0.map(value) })
            }
        }
    }

    private func read<Record: Decodable & Sendable>(
        _ send: (ExportBatch<Record>) async throws -> Void
    ) async throws {
        do {
            let file = try await DocumentFile.open(path)
            var reader = DocumentReader(
                limits: Self.limits,
                decoder: ExportDecoder<Record>(base: URL(filePath: path), depthLimit: Self.limits.depth),
                scanner: DocumentScanner(member: member))
            while case let chunk = try await file.read(), !chunk.isEmpty {
                for batch in try reader.read(ByteBuffer(bytes: chunk)) { try await send(batch) }
            }
            for batch in try reader.finish() { try await send(batch) }
        } catch let failure as ContentFailure {
            throw BackupError.invalidDocument(path: path, failure)
        } catch ToDoDocumentError.cannotRead(let path, let failure) {
            throw BackupError.cannotRead(path: path, failure)
        }
    }
}
