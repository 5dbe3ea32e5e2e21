/// Reads simple JSON tokens one by one, and throws `FastPathUnsupported` for all others.
struct FastJSONCursor {
    private let bytes: UnsafeRawBufferPointer
    private var index = 0

    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    var isAtEnd: Bool { index == bytes.count }

    /// Whether the next token is a string.
    var isAtQuote: Bool {
        mutating get {
            skipSpace()
            return index < bytes.count && bytes[index] == ASCII.quote
        }
    }

    /// Skips the byte, and returns false if another one is next.
    mutating func skips(_ byte: UInt8) -> Bool {
        skipSpace()
        guard index < bytes.count, bytes[index] == byte else { return false }
        index += 1
        return true
    }

    /// Skips the word, and returns false if another token is next.
    mutating func skips(_ word: StaticString) -> Bool {
        skipSpace()
        let count = word.utf8CodeUnitCount
        guard index + count <= bytes.count,
            bytes[index..<(index + count)].elementsEqual(UnsafeBufferPointer(start: word.utf8Start, count: count))
        else { return false }
        index += count
        return true
    }

    mutating func expect(_ byte: UInt8) throws(FastPathUnsupported) {
        guard skips(byte) else { throw FastPathUnsupported() }
    }

    /// Reads the name of a key. Only ASCII without escapes is supported.
    mutating func keyName() throws(FastPathUnsupported) -> UnsafeRawBufferPointer {
        let (content, kind) = try string()
        guard kind == .ascii else { throw FastPathUnsupported() }
        return content
    }

    mutating func text() throws(FastPathUnsupported) -> String {
        let (content, kind) = try string()
        if kind == .ascii { return String(decoding: content, as: UTF8.self) }
        if kind == .escaped { return try Self.unescaped(content) }
        guard let text = String(validating: content.assumingMemoryBound(to: UInt8.self), as: UTF8.self) else {
            throw FastPathUnsupported()
        }
        return text
    }

    /// Reads an integer of at most 18 digits, without a sign.
    mutating func integer() throws(FastPathUnsupported) -> Int {
        skipSpace()
        let start = index
        let value = digits(after: 0)
        guard (1...18).contains(index - start), index - start == 1 || bytes[start] != UInt8(ascii: "0") else {
            throw FastPathUnsupported()
        }
        return value
    }

    /// Reads a number of at most 15 digits, whose digits and power of ten `Double` represents exactly.
    mutating func number() throws(FastPathUnsupported) -> Double {
        let integer = try integer()
        let start = index
        guard index < bytes.count, bytes[index] == UInt8(ascii: ".") else { return Double(integer) }
        index += 1
        let value = digits(after: integer)
        let places = index - start - 1
        guard places > 0, places <= 15, value < 1_000_000_000_000_000 else { throw FastPathUnsupported() }
        return Double(value) / Self.powersOfTen[places]
    }

    /// Skips a value that is neither an object nor an array.
    mutating func skipScalar() throws(FastPathUnsupported) {
        if isAtQuote {
            _ = try text()
        } else if !skips("null"), !skips("true"), !skips("false") {
            _ = try number()
        }
    }

    private static let powersOfTen: [Double] = (0...15).map { (0..<$0).reduce(1) { power, _ in power * 10 } }

    private mutating func skipSpace() {
        while index < bytes.count, ASCII.isSpace(bytes[index]) { index += 1 }
    }

    /// Appends decimal digits to a number until it has 18.
    private mutating func digits(after number: Int) -> Int {
        var value = number
        while index < bytes.count, case let digit = bytes[index] &- UInt8(ascii: "0"), digit < 10 {
            guard value < 1_000_000_000_000_000_000 / 10 else { break }
            value = value * 10 + Int(digit)
            index += 1
        }
        return value
    }

    private enum StringKind {
        case ascii, unicode, escaped
    }

    private mutating func string() throws(FastPathUnsupported) -> (content: UnsafeRawBufferPointer, kind: StringKind) {
        try expect(ASCII.quote)
        let start = index
        var hasEscapes = false
        var bits: UInt8 = 0
        while index < bytes.count {
            switch bytes[index] {
            case ASCII.quote:
                index += 1
                let content = UnsafeRawBufferPointer(rebasing: bytes[start..<(index - 1)])
                return (content, hasEscapes ? .escaped : bits < 0x80 ? .ascii : .unicode)
            case ASCII.backslash:
                hasEscapes = true
                index += 2
            case 0..<0x20: throw FastPathUnsupported()
            case let byte:
                bits |= byte
                index += 1
            }
        }
        throw FastPathUnsupported()
    }
}
