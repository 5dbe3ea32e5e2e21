import FermataData
import FermataDomain
import Foundation
import NIOCore
import Testing

/// The records of a complete document.
struct DocumentReading: Equatable {
    var music: [RemoteMusic] = []
    var positions: [Int] = []
    var fingerprints: [UInt64] = []
    var rejected: [RejectedRecord] = []
    var batchSizes: [Int] = []

    /// Reads a document in chunks that end at `cuts`.
    init(
        _ document: Data, cuts: [Int] = [], limits: CatalogueLimits = CatalogueLimits(),
        base: String = "http://example.org/music/songs.json"
    ) throws {
        let address = try #require(URL(string: base))
        var reader = DocumentReader(
            limits: limits, decoder: RecordDecoder(base: address, depthLimit: limits.depth))
        for (start, end) in zip([0] + cuts, cuts + [document.count]) {
            for batch in try reader.read(ByteBuffer(bytes: document[start..<end])) { append(batch) }
        }
        for batch in try reader.finish() { append(batch) }
        rejected.sort { $0.position < $1.position }
    }

    /// Returns a document's complete records up to a structure error, and the error.
    static func untilError(_ document: String) throws -> (DocumentReading, ContentFailure?) {
        var reading = DocumentReading()
        let address = try #require(URL(string: "http://example.org/songs.json"))
        var reader = DocumentReader(
            limits: CatalogueLimits(), decoder: RecordDecoder(base: address, depthLimit: CatalogueLimits().depth))
        do {
            for batch in try reader.read(ByteBuffer(string: document)) + reader.finish() { reading.append(batch) }
            return (reading, nil)
        } catch {
            for batch in reader.completeBatches() { reading.append(batch) }
            return (reading, error)
        }
    }

    private init() {}

    init(_ document: String, limits: CatalogueLimits = CatalogueLimits()) throws {
        try self.init(Data(document.utf8), limits: limits)
    }

    var titles: [String] { music.map(\.title) }

    private mutating func append(_ batch: RemoteBatch) {
        batchSizes.append(batch.records.count + batch.rejected.count)
        rejected += batch.rejected
        for record in batch.records {
            do {
                music.append(try record.read())
                positions.append(record.position)
                fingerprints.append(record.fingerprint)
            } catch let rejection as RejectedRecord {
                rejected.append(rejection)
            } catch {
                rejected.append(RejectedRecord(position: record.position, .unreadable))
            }
        }
    }
}

/// A record with a title and a duration of one second.
func record(_ title: String) -> String { #"{"title": "\#(title)", "duration": 1}"# }

extension RecordError {
    var isInvalidJSON: Bool { if case .invalidJSON = self { true } else { false } }
}
