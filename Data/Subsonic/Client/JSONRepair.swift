/// Replaces invalid parts of a JSON value, so that the rest of the value can be read.
///
/// Bytes that are not UTF-8, control characters, unknown escapes and lone surrogates in strings become U+FFFD; anything
/// else that is neither a number nor a literal of RFC 8259, such as `NaN`, becomes `null`.
struct JSONRepair {
    private static let replacement = Array("\u{FFFD}".utf8)
    private let bytes: [UInt8]
    private var index = 0
    private var result: [UInt8] = []

    private init(_ bytes: some Sequence<UInt8>) {
        self.bytes = Array(String(decoding: Array(bytes), as: UTF8.self).utf8)
        result.reserveCapacity(self.bytes.count)
    }

    static func repaired(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        var repair = JSONRepair(bytes)
        repair.run()
        return repair.result
    }

    private mutating func run() {
        while index < bytes.count {
            let byte = bytes[index]
            if byte == ASCII.quote {
                addString()
            } else if Self.isStructure(byte) {
                result.append(byte)
                index += 1
            } else {
                addToken()
            }
        }
    }

    private mutating func addToken() {
        let end = bytes[index...].firstIndex { Self.isStructure($0) || $0 == ASCII.quote } ?? bytes.count
        let token = String(decoding: bytes[index..<end], as: UTF8.self)
        let isValid = ["true", "false", "null"].contains(token) || token.contains(Self.number)
        result += isValid ? Array(bytes[index..<end]) : Array("null".utf8)
        index = end
    }

    private mutating func addString() {
        result.append(ASCII.quote)
        index += 1
        while index < bytes.count {
            let byte = bytes[index]
            if byte == ASCII.backslash {
                addEscape()
            } else {
                if byte < 0x20 { result += Self.replacement } else { result.append(byte) }
                index += 1
                if byte == ASCII.quote { return }
            }
        }
    }

    /// Adds an escape, or both of a surrogate pair.
    private mutating func addEscape() {
        guard index + 1 < bytes.count else {
            index += 1
            return
        }
        let letter = bytes[index + 1]
        var length = 2
        if letter == UInt8(ascii: "u") {
            guard let unit = codeUnit(at: index) else { return replaceEscape() }
            length = 6
            if UTF16.isTrailSurrogate(unit) { return replaceEscape(length: 6) }
            if UTF16.isLeadSurrogate(unit) {
                guard let next = codeUnit(at: index + 6), UTF16.isTrailSurrogate(next) else {
                    return replaceEscape(length: 6)
                }
                length = 12
            }
        } else if !"\"\\/bfnrt".utf8.contains(letter) {
            return replaceEscape()
        }
        result += bytes[index..<index + length]
        index += length
    }

    /// Replaces a backslash, or the complete escape.
    private mutating func replaceEscape(length: Int = 1) {
        result += Self.replacement
        index += length
    }

    /// The UTF-16 code unit that `\uXXXX` at an index stands for; nil if there is no such escape.
    private func codeUnit(at index: Int) -> UInt16? {
        guard index + 6 <= bytes.count, bytes[index] == ASCII.backslash, bytes[index + 1] == UInt8(ascii: "u") else {
            return nil
        }
        let digits = bytes[index + 2..<index + 6]
        guard digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else { return nil }
        return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    }

    private static func isStructure(_ byte: UInt8) -> Bool {
        ASCII.isSpace(byte)
            || [
                ASCII.openBrace, ASCII.closeBrace, ASCII.openBracket, ASCII.closeBracket, ASCII.comma,
                UInt8(ascii: ":"),
            ].contains(byte)
    }

    private static var number: Regex<Substring> { /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/ }
}
