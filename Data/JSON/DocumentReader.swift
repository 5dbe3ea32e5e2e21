package import FermataDomain
package import Foundation
package import NIOCore

/// Divides a document that arrives in chunks into batches of decoded records.
package struct DocumentReader<Decoder: DocumentDecoder> {
    private static var batchCount: Int { 2_000 }
    private static var batchBytes: Int { 1 << 20 }
    private let limits: CatalogueLimits
    private let isPacked: Bool
    private let decoder: Decoder
    private var scanner: any RecordScanner
    private var buffer = RecordBuffer()
    private var records: [Range<Int>] = []
    private var count = 0
    private var length = 0

    /// Creates a reader of records, or of those in a member of an object.
    ///
    /// `isPacked` is whether the chunks were decompressed in transit; only errors mention it. `hasLines` is whether the
    /// document is NDJSON, even if its first line is no object.
    package init(
        limits: CatalogueLimits, isPacked: Bool = false, decoder: Decoder, member: String? = nil, hasLines: Bool = false
    ) {
        scanner = hasLines ? LineScanner() : DocumentScanner(member: member)
        self.limits = limits
        self.isPacked = isPacked
        self.decoder = decoder
    }

    /// Reads the next chunk, and returns the batches that it completes.
    package mutating func read(_ chunk: ByteBuffer) throws(ContentFailure) -> [Decoder.Batch] {
        let view = chunk.readableBytesView
        guard length + view.count <= limits.documentBytes else {
            throw .tooLarge(limit: limits.documentBytes, isUnpacked: isPacked)
        }
        let scanned = view.withUnsafeBytes { bytes in
            buffer.append(bytes)
            return Result { () throws(ContentFailure) in try scanner.scan(bytes, at: length, into: &records) }
        }
        try scanned.get()
        length += view.count
        return isBatchFull || isRecordTooLong ? completeBatches() : []
    }

    /// Ends the document, and returns its last batches.
    package mutating func finish() throws(ContentFailure) -> [Decoder.Batch] {
        try scanner.finish(at: length, into: &records)
        return completeBatches()
    }

    /// The offset of the open record, or of the end of the bytes read.
    private var cutOffset: Int { scanner.openRecord ?? length }

    private var isBatchFull: Bool { records.count >= Self.batchCount || cutOffset - buffer.start >= Self.batchBytes }

    /// Whether the open record exceeds its limit: its bytes are dropped, and only its end is searched.
    private var isRecordTooLong: Bool { length - cutOffset > limits.recordBytes }

    /// Returns the complete records so far, also before an error that ended the document early.
    package mutating func completeBatches() -> [Decoder.Batch] {
        var batches: [Decoder.Batch] = []
        for start in stride(from: 0, to: records.count, by: Self.batchCount) {
            batches.append(batch(of: records[start..<min(start + Self.batchCount, records.count)]))
        }
        records.removeAll(keepingCapacity: true)
        buffer.discard(before: isRecordTooLong ? length : cutOffset)
        return batches
    }

    private mutating func batch(of records: ArraySlice<Range<Int>>) -> Decoder.Batch {
        var batch = Decoder.Batch()
        for record in records {
            count += 1
            do throws(RecordError) {
                guard record.count <= limits.recordBytes, let bytes = buffer.bytes(of: record) else {
                    throw .tooLong(limit: limits.recordBytes)
                }
                try decoder.decode(bytes, at: count, into: &batch)
            } catch {
                batch.rejected.append(RejectedRecord(position: count, error))
            }
        }
        return batch
    }
}

/// Decodes the records of one document into batches.
package protocol DocumentDecoder: Sendable {
    associatedtype Batch: SyncBatch

    /// Creates a decoder. Addresses in records are relative to `base`, the document's own address.
    init(base: URL, depthLimit: Int)

    /// Adds a record to a batch, or throws why it is rejected.
    func decode(_ bytes: Data, at position: Int, into batch: inout Batch) throws(RecordError)
}

/// Stores the bytes of a document's pending records.
///
/// Memory is bounded by a batch, one record and one chunk of the document.
struct RecordBuffer {
    private(set) var bytes = Data()
    /// The offset in the document of the first byte.
    private(set) var start = 0

    /// The offset in the document after the last byte.
    var end: Int { start + bytes.count }

    mutating func append(_ chunk: UnsafeRawBufferPointer) {
        bytes.append(contentsOf: chunk)
    }

    /// Discards the bytes before `offset`. Data returned by `bytes(of:)` stays valid.
    mutating func discard(before offset: Int) {
        let count = min(max(0, end - offset), bytes.count)
        start = end - count
        bytes = Data(bytes.suffix(count))
    }

    /// The bytes of a record, without a copy; nil if some of them were discarded.
    func bytes(of record: Range<Int>) -> Data? {
        guard record.lowerBound >= start, record.upperBound <= end else { return nil }
        return bytes[(record.lowerBound - start)..<(record.upperBound - start)]
    }
}
