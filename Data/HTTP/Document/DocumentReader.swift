import FermataDomain
package import NIOCore

/// Cuts a document that comes in pieces into batches of the source records in it.
package struct DocumentReader<Decoder: DocumentDecoder> {
    private static var batchCount: Int { 2_000 }
    private static var batchBytes: Int { 1 << 20 }
    private let limits: CatalogueLimits
    private let isPacked: Bool
    private let decoder: Decoder
    private var scanner = DocumentScanner()
    private var buffer = RecordBuffer()
    private var found: [Range<Int>] = []
    private var count = 0
    private var length = 0

    /// `isPacked` tells whether the pieces were unpacked on their way, which matters only for what is said.
    package init(limits: CatalogueLimits, isPacked: Bool = false, decoder: Decoder) {
        self.limits = limits
        self.isPacked = isPacked
        self.decoder = decoder
    }

    /// Takes in the next piece, and answers the batches that are full with it.
    package mutating func read(_ piece: ByteBuffer) throws(DocumentError) -> [Decoder.Batch] {
        let view = piece.readableBytesView
        guard length + view.count <= limits.documentBytes else {
            throw .tooLong(limits.documentBytes, isPacked: isPacked)
        }
        let scanned = view.withUnsafeBytes { bytes in
            Result { () throws(DocumentError) in
                try scanner.scan(bytes, at: length, into: &found)
                buffer.append(bytes)
            }
        }
        try scanned.get()
        length += view.count
        return isBatchFull || isRecordTooLong ? batches() : []
    }

    /// Ends the document, and answers what is left of it.
    package mutating func finish() throws(DocumentError) -> [Decoder.Batch] {
        try scanner.finish(at: length, into: &found)
        return batches()
    }

    /// Where the record begins that is still open, or the bytes end.
    private var cutOffset: Int { scanner.openRecord ?? length }

    private var isBatchFull: Bool { found.count >= Self.batchCount || cutOffset - buffer.start >= Self.batchBytes }

    /// Such a record is not kept: only its end is still looked for.
    private var isRecordTooLong: Bool { length - cutOffset > limits.recordBytes }

    private mutating func batches() -> [Decoder.Batch] {
        var batches: [Decoder.Batch] = []
        for start in stride(from: 0, to: found.count, by: Self.batchCount) {
            batches.append(batch(of: found[start..<min(start + Self.batchCount, found.count)]))
        }
        found.removeAll(keepingCapacity: true)
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
                let reason = "is longer than \(ByteCount(limits.recordBytes))"
                batch.rejected.append(RejectedRecord(position: count, reason: reason))
            }
        }
        return batch
    }
}
