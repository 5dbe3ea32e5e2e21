import Foundation

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
