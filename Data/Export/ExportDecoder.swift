import FermataDomain
import Foundation

/// Decodes the records of one document of an export.
struct ExportDecoder<Record: Decodable & Sendable>: DocumentDecoder {
    private let json: RecordJSON

    init(base: URL, depthLimit: Int) {
        json = RecordJSON(depthLimit: depthLimit)
    }

    func decode(_ bytes: Data, at position: Int, into batch: inout ExportBatch<Record>) {
        do {
            batch.decoded.append((position, try json.decode(Record.self, from: bytes)))
        } catch {
            batch.rejected.append(RejectedRecord(position: position, error))
        }
    }
}

/// Consecutive records of a document of an export.
struct ExportBatch<Record: Sendable>: SyncBatch {
    var decoded: [(position: Int, record: Record)] = []
    var rejected: [RejectedRecord] = []

    var count: Int { decoded.count + rejected.count }

    /// All records in the order of the document.
    var records: [ImportRecord<Record>] {
        let all =
            decoded.map { ($0.position, ImportRecord<Record>.success($0.record)) }
            + rejected.map { ($0.position, ImportRecord<Record>.failure($0)) }
        return all.sorted { $0.0 < $1.0 }.map(\.1)
    }
}
