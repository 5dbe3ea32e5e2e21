import Foundation

extension ICalendarText {
    private static let lineBytes = 75

    /// Returns the characters that the value type TEXT can represent: line ends as LF, and no other control characters
    /// except tabs.
    static func plain(_ text: String) -> String {
        var plain = String.UnicodeScalarView()
        var last: Unicode.Scalar = " "
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0xD: plain.append("\n")
            case 0xA where last == "\r": break
            case 0xA, 0x9: plain.append(scalar)
            case 0..<0x20, 0x7F: break
            default: plain.append(scalar)
            }
            last = scalar
        }
        return String(plain)
    }

    /// Escapes a text for the value type TEXT (RFC 5545, 3.3.11).
    static func escaped(_ text: String) -> String {
        var escaped: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case ASCII.backslash, ASCII.comma, UInt8(ascii: ";"): escaped += [ASCII.backslash, byte]
            case ASCII.newline: escaped += [ASCII.backslash, UInt8(ascii: "n")]
            default: escaped.append(byte)
            }
        }
        return String(decoding: escaped, as: UTF8.self)
    }

    /// Returns the text of a value of type TEXT. A backslash before any other character stays.
    static func unescaped(_ value: String) -> String {
        guard value.utf8.contains(ASCII.backslash) else { return value }
        var text: [UInt8] = []
        var isEscaped = false
        for byte in value.utf8 {
            switch (isEscaped, byte) {
            case (false, ASCII.backslash):
                isEscaped = true
                continue
            case (true, UInt8(ascii: "n")), (true, UInt8(ascii: "N")): text.append(ASCII.newline)
            case (true, ASCII.backslash), (true, ASCII.comma), (true, UInt8(ascii: ";")): text.append(byte)
            case (true, _): text += [ASCII.backslash, byte]
            default: text.append(byte)
            }
            isEscaped = false
        }
        if isEscaped { text.append(ASCII.backslash) }
        return String(decoding: text, as: UTF8.self)
    }

    /// Folds a line into parts of at most 75 bytes, without splitting characters (RFC 5545, 3.1).
    static func folded(_ line: String) -> String {
        var folded: [UInt8] = []
        var length = 0
        for scalar in line.unicodeScalars {
            let bytes = UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
            if length + bytes.count > lineBytes {
                folded += [0x0D, 0x0A, 0x20]
                length = 1
            }
            folded += bytes
            length += bytes.count
        }
        return String(decoding: folded + [0x0D, 0x0A], as: UTF8.self)
    }
}
