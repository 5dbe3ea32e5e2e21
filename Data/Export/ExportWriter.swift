import FermataDomain
import Foundation
import Synchronization

/// Writes one document of an export: an object with a version and an array of records.
struct ExportWriter {
    private static let version = 1
    let path: String
    let member: String

    /// Replaces the document completely or not at all; returns the number of records.
    ///
    /// Rethrows the errors of `batches`. Throws `BackupError`.
    func write<Value: Sendable>(
        _ batches: any AsyncSequence<[Value], any Error> & Sendable,
        _ record: @escaping @Sendable (Value) -> some Encodable & SendableMetatype
    ) async throws -> Int {
        let count = Mutex(0)
        do {
            try await DocumentWriter.write(
                to: path, isPrivate: true, head: "{\"version\": \(Self.version), \"\(member)\": [\n",
                foot: "\n]}\n",
                each: { value in
                    let separator = count.withLock { count in
                        count += 1
                        return count == 1 ? "" : ",\n"
                    }
                    return separator + (try Self.text(of: record(value)))
                }, batches)
        } catch ToDoDocumentError.cannotWrite(let path, let failure) {
            throw BackupError.cannotWrite(path: path, failure)
        }
        return count.withLock { $0 }
    }

    private static func text(of record: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(record), as: UTF8.self)
    }
}
