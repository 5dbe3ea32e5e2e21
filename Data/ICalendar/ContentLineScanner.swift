import FermataDomain
import Foundation

/// Divides bytes that arrive in chunks into unfolded content lines (RFC 5545, 3.1).
///
/// A line ends with LF or CR LF. It continues if a space or tab follows, even inside a character.
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

    private var line = Line()
    private var endedLines = 0
    private var hasEnded = false

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
            let stop = newline(in: bytes, from: index) ?? bytes.count
            append(UnsafeRawBufferPointer(rebasing: bytes[index..<stop]))
            if stop < bytes.count { endLine() }
            index = stop + 1
        }
    }

    mutating func finish(emit: (Line) throws(DocumentFailure) -> Void) throws(DocumentFailure) {
        dropReturn()
        try emitLine(to: emit)
    }

    private func newline(in bytes: UnsafeRawBufferPointer, from index: Int) -> Int? {
        guard let start = bytes.baseAddress, let newline = memchr(start + index, 0x0A, bytes.count - index) else {
            return nil
        }
        return UnsafeRawPointer(newline) - start
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

    private mutating func emitLine(to emit: (Line) throws(DocumentFailure) -> Void) throws(DocumentFailure) {
        let ended = line
        line.bytes.removeAll(keepingCapacity: ended.bytes.isEmpty)
        (line.number, line.isTooLong) = (endedLines + 1, false)
        if !ended.bytes.isEmpty { try emit(ended) }
    }
}
