import FermataDomain
import Foundation

/// A property's value and parameters: `DUE;TZID=Europe/Berlin:20261224T200000` (RFC 5545, 3.1).
struct ContentLine {
    private(set) var parameters: [String: String] = [:]
    private(set) var value = ""

    /// Returns the name of a line's property in upper case; nil if there is none.
    static func name(of bytes: [UInt8]) -> String? {
        guard let end = bytes.firstIndex(where: { $0 == semicolon || $0 == colon }), end > 0 else { return nil }
        return String(decoding: bytes[..<end], as: UTF8.self).uppercased()
    }

    init(_ line: ContentLineScanner.Line, name: String) throws(RecordError) {
        if line.isTooLong { throw .invalidProperty(name, .tooLong(limit: ContentLineScanner.limit)) }
        guard String(validating: line.bytes, as: UTF8.self) != nil else {
            throw .invalidProperty(name, .notUTF8)
        }
        var remainder = line.bytes.drop { $0 != Self.semicolon && $0 != Self.colon }
        while remainder.first == Self.semicolon {
            let text = Self.parameter(in: remainder.dropFirst())
            remainder = remainder[text.endIndex...]
            let parts = text.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { throw .invalidProperty(name, .parameterWithoutValue) }
            parameters[String(decoding: parts[0], as: UTF8.self).uppercased()] = Self.unquoted(parts[1])
        }
        guard remainder.first == Self.colon else { throw .invalidProperty(name, .noValue) }
        value = String(decoding: remainder.dropFirst(), as: UTF8.self)
    }

    private static let semicolon = UInt8(ascii: ";")
    private static let colon = UInt8(ascii: ":")

    /// The bytes before the next unquoted semicolon or colon.
    private static func parameter(in bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var isQuoted = false
        return bytes.prefix { byte in
            if byte == ASCII.quote { isQuoted.toggle() }
            return isQuoted || (byte != semicolon && byte != colon)
        }
    }

    /// Returns a parameter's value without quotes, and with the escapes of RFC 6868 decoded.
    private static func unquoted(_ bytes: ArraySlice<UInt8>) -> String {
        var text: [UInt8] = []
        var isEscaped = false
        for byte in bytes where isEscaped || byte != ASCII.quote {
            switch (isEscaped, byte) {
            case (false, UInt8(ascii: "^")):
                isEscaped = true
                continue
            case (true, UInt8(ascii: "n")): text.append(ASCII.newline)
            case (true, UInt8(ascii: "'")): text.append(ASCII.quote)
            case (true, UInt8(ascii: "^")): text.append(byte)
            case (true, _): text += [UInt8(ascii: "^"), byte]
            default: text.append(byte)
            }
            isEscaped = false
        }
        if isEscaped { text.append(UInt8(ascii: "^")) }
        return String(decoding: text, as: UTF8.self)
    }
}

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
