import FermataDomain

/// Finds the records of NDJSON: the lines that are not blank, without surrounding white space.
struct LineScanner: RecordScanner {
    private(set) var openRecord: Int?
    private var end = 0
    private var lastByte: UInt8 = 0

    mutating func scan(
        _ bytes: UnsafeRawBufferPointer, at offset: Int, into records: inout [Range<Int>]
    ) throws(ContentFailure) {
        var start = 0
        while start < bytes.count {
            let stop = bytes[start...].firstIndex(of: ASCII.newline) ?? bytes.count
            extendRecord(by: bytes[start..<stop], at: offset)
            if stop < bytes.count { endLine(into: &records) }
            start = stop + 1
        }
    }

    /// Ends the document. An unterminated last line that is no object means that the document is truncated.
    mutating func finish(at offset: Int, into records: inout [Range<Int>]) throws(ContentFailure) {
        if openRecord != nil, lastByte != ASCII.closeBrace { throw .incompleteJSON(after: offset) }
        endLine(into: &records)
    }

    private mutating func extendRecord(by piece: Slice<UnsafeRawBufferPointer>, at offset: Int) {
        guard let last = piece.lastIndex(where: { !ASCII.isSpace($0) }) else { return }
        end = offset + last + 1
        lastByte = piece[last]
        if openRecord == nil, let first = piece.firstIndex(where: { !ASCII.isSpace($0) }) {
            openRecord = offset + first
        }
    }

    private mutating func endLine(into records: inout [Range<Int>]) {
        if let openRecord { records.append(openRecord..<end) }
        openRecord = nil
    }
}
