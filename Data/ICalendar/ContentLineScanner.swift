import FermataDomain
import Foundation

/// Divides bytes that arrive in chunks into unfolded content lines (RFC 5545, 3.1).
///
/// A line ends with LF, after any number of CR. In a document whose first line ends with a CR alone, a CR ends each
/// line. A line continues if a space or tab follows, even inside a character.
struct ContentLineScanner {
    /// The longest line in bytes, enough for any realistic description in base64.
    static let limit = 8 << 20

    /// A content line, truncated if it is too long.
    struct Line {
        var bytes: [UInt8] = []
        /// The number of its first line in the document, counted from 1.
        var number = 1
        var isTooLong = false
    }

    private static let (lineFeed, carriageReturn) = (UInt8(0x0A), UInt8(0x0D))
    private var line = Line()
    private var endedLines = 0
    private var hasEnded = false
    /// The byte that ends lines; nil before the end of the first line.
    private var lineEnd: UInt8?

    /// Whether the line that has not ended yet is too long.
    var isTooLong: Bool { line.isTooLong }

    mutating func scan(
        _ bytes: UnsafeRawBufferPointer, emit: (Line) throws(DocumentFailure) -> Void
    ) throws(DocumentFailure) {
        var index = 0
        while index < bytes.count {
            if hasEnded {
                hasEnded = false
                if bytes[index] == 0x20 || bytes[index] == 0x09 {
                    index += 1
                    continue
                }
                try emitLine(to: emit)
            }
            guard let lineEnd else {
                index = scanFirstLine(bytes, from: index)
                continue
            }
            let stop = position(of: lineEnd, in: bytes, from: index) ?? bytes.count
            append(UnsafeRawBufferPointer(rebasing: bytes[index..<stop]))
            if stop < bytes.count { endLine() }
            index = stop + 1
        }
    }

    mutating func finish(emit: (Line) throws(DocumentFailure) -> Void) throws(DocumentFailure) {
        dropReturns()
        try emitLine(to: emit)
    }

    /// Reads the next bytes of the first line, whose end decides how lines end. Returns the index after them.
    private mutating func scanFirstLine(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
        for index in start..<bytes.count {
            let byte = bytes[index]
            if byte == Self.lineFeed {
                lineEnd = Self.lineFeed
                endLine()
                return index + 1
            }
            if byte != Self.carriageReturn, line.bytes.last == Self.carriageReturn {
                lineEnd = Self.carriageReturn
                endLine()
                return index
            }
            append(UnsafeRawBufferPointer(rebasing: bytes[index..<index + 1]))
        }
        return bytes.count
    }

    private func position(of byte: UInt8, in bytes: UnsafeRawBufferPointer, from index: Int) -> Int? {
        guard let start = bytes.baseAddress,
            let found = memchr(start + index, CInt(byte), bytes.count - index)
        else { return nil }
        return UnsafeRawPointer(found) - start
    }

    private mutating func append(_ bytes: UnsafeRawBufferPointer) {
        let room = Self.limit - line.bytes.count
        line.isTooLong = line.isTooLong || bytes.count > room
        line.bytes.append(contentsOf: bytes.prefix(room))
    }

    private mutating func dropReturns() {
        while line.bytes.last == Self.carriageReturn { line.bytes.removeLast() }
    }

    private mutating func endLine() {
        dropReturns()
        endedLines += 1
        hasEnded = true
    }

    private mutating func emitLine(to emit: (Line) throws(DocumentFailure) -> Void) throws(DocumentFailure) {
        let ended = line
        line.bytes.removeAll(keepingCapacity: ended.bytes.isEmpty)
        (line.number, line.isTooLong) = (endedLines + 1, false)
        if !ended.bytes.isEmpty { try emit(ended) }
    }
}
