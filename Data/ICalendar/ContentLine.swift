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
