import Foundation

/// Cuts bytes that come in pieces into content lines, unfolded (RFC 5545, 3.1).
///
/// A line ends with LF or CR LF, and goes on where a space or tab follows, which may be inside a character.
struct ContentLineScanner {
    /// Longer than anybody writes a description, in base64 too.
    static let limit = 8 << 20

    /// A content line; of one that is too long only the beginning.
    struct Line {
        var bytes: [UInt8] = []
        /// Where it begins in the document, counted from 1.
        var number = 1
        var isTooLong = false
    }

    private var line = Line()
    private var endedLines = 0
    private var hasEnded = false

    /// Whether the line that is not ended yet is too long.
    var isTooLong: Bool { line.isTooLong }

    mutating func scan(
        _ bytes: UnsafeRawBufferPointer, take: (Line) throws(ToDoRecordError) -> Void
    ) throws(ToDoRecordError) {
        var index = 0
        while index < bytes.count {
            if hasEnded {
                hasEnded = false
                if bytes[index] == 0x20 || bytes[index] == 0x09 {
                    index += 1
                    continue
                }
                try give(to: take)
            }
            let stop = newline(in: bytes, from: index) ?? bytes.count
            append(UnsafeRawBufferPointer(rebasing: bytes[index..<stop]))
            if stop < bytes.count { endLine() }
            index = stop + 1
        }
    }

    mutating func finish(take: (Line) throws(ToDoRecordError) -> Void) throws(ToDoRecordError) {
        dropReturn()
        try give(to: take)
    }

    private func newline(in bytes: UnsafeRawBufferPointer, from index: Int) -> Int? {
        guard let start = bytes.baseAddress, let found = memchr(start + index, 0x0A, bytes.count - index) else {
            return nil
        }
        return UnsafeRawPointer(found) - start
    }

    private mutating func append(_ bytes: UnsafeRawBufferPointer) {
        let room = Self.limit - line.bytes.count
        line.isTooLong = line.isTooLong || bytes.count > room
        line.bytes.append(contentsOf: bytes.prefix(room))
    }

    private mutating func dropReturn() {
        if line.bytes.last == 0x0D { line.bytes.removeLast() }
    }

    private mutating func endLine() {
        dropReturn()
        endedLines += 1
        hasEnded = true
    }

    private mutating func give(to take: (Line) throws(ToDoRecordError) -> Void) throws(ToDoRecordError) {
        let whole = line
        line.bytes.removeAll(keepingCapacity: whole.bytes.isEmpty)
        (line.number, line.isTooLong) = (endedLines + 1, false)
        if !whole.bytes.isEmpty { try take(whole) }
    }
}
