package import FermataDomain
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

    /// Creates a reader. `isPacked` is whether the chunks were decompressed in transit; only errors mention it.
    package init(limits: CatalogueLimits, isPacked: Bool = false, decoder: Decoder) {
        self.init(limits: limits, isPacked: isPacked, decoder: decoder, scanner: DocumentScanner())
    }

    /// Creates a reader of a document whose records `scanner` finds.
    init(limits: CatalogueLimits, isPacked: Bool = false, decoder: Decoder, scanner: any RecordScanner) {
        self.scanner = scanner
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
        return isBatchFull || isRecordTooLong ? batches() : []
    }

    /// Returns the complete records before an error that ended the document early.
    package mutating func completeBatches() -> [Decoder.Batch] { batches() }

    /// Ends the document, and returns its last batches.
    package mutating func finish() throws(ContentFailure) -> [Decoder.Batch] {
        try scanner.finish(at: length, into: &records)
        return batches()
    }

    /// The offset of the open record, or of the end of the bytes read.
    private var cutOffset: Int { scanner.openRecord ?? length }

    private var isBatchFull: Bool { records.count >= Self.batchCount || cutOffset - buffer.start >= Self.batchBytes }

    /// Whether the open record exceeds its limit: its bytes are dropped, and only its end is searched.
    private var isRecordTooLong: Bool { length - cutOffset > limits.recordBytes }

    private mutating func batches() -> [Decoder.Batch] {
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
            if record.count <= limits.recordBytes, let bytes = buffer.bytes(of: record) {
                decoder.decode(bytes, at: count, into: &batch)
            } else {
                batch.rejected.append(RejectedRecord(position: count, .tooLong(limit: limits.recordBytes)))
            }
        }
        return batch
    }
}
