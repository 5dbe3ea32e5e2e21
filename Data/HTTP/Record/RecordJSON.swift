import FermataDomain
import Foundation

/// Decodes single records of a document, and reports the cause if a record is invalid.
struct RecordJSON: Sendable {
    private let decoder = JSONDecoder()
    private let depthLimit: Int

    init(depthLimit: Int) {
        self.depthLimit = depthLimit
    }

    func decode<Record: Decodable>(_ type: Record.Type, from bytes: Data) throws(RecordError) -> Record {
        guard depth(of: bytes) <= depthLimit else { throw .tooDeep(limit: depthLimit) }
        do {
            return try decoder.decode(type, from: bytes)
        } catch let error as DecodingError {
            throw RecordError(error, in: bytes)
        } catch let error as RecordError {
            throw error
        } catch {
            throw .unreadable
        }
    }

    private func depth(of bytes: Data) -> Int {
        bytes.withUnsafeBytes { bytes in
            guard let first = bytes.first, var scanner = ValueScanner(first: first) else { return 0 }
            _ = scanner.end(in: bytes, from: 0)
            return scanner.deepest
        }
    }
}
