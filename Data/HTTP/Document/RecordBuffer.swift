import Foundation

/// The bytes of a document from which records are still to be cut.
///
/// Memory is bounded by a batch, one record and one piece of the document.
struct RecordBuffer {
    private(set) var bytes = Data()
    /// Where in the document the first of the bytes stands.
    private(set) var start = 0

    /// Where in the document the bytes end.
    var end: Int { start + bytes.count }

    mutating func append(_ piece: UnsafeRawBufferPointer) {
        bytes.append(contentsOf: piece)
    }

    /// Lets go of what stands before `offset`. What was handed out before stays as it is.
    mutating func discard(before offset: Int) {
        let kept = min(max(0, end - offset), bytes.count)
        start = end - kept
        bytes = Data(bytes.suffix(kept))
    }

    /// A record, without a copy, where all of it is still there.
    func bytes(of record: Range<Int>) -> Data? {
        guard record.lowerBound >= start, record.upperBound <= end else { return nil }
        return bytes[(record.lowerBound - start)..<(record.upperBound - start)]
    }
}
