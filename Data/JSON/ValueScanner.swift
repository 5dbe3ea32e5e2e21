/// Finds the end of one JSON value in bytes that arrive in chunks.
///
/// It knows strings, escapes and nesting only. The decoder checks everything else.
struct ValueScanner {
    /// The deepest nesting so far: 1 in an object without nested values.
    private(set) var deepest = 0
    private var depth = 0
    private var isInString = false
    private var isEscaped = false
    private let isScalar: Bool

    /// Creates a scanner for a value with this first byte; nil if no JSON value starts with it.
    init?(first: UInt8) {
        switch first {
        case ASCII.openBrace, ASCII.openBracket, ASCII.quote: isScalar = false
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "t"), UInt8(ascii: "f"),
            UInt8(ascii: "n"):
            isScalar = true
        default: return nil
        }
    }

    /// Creates a scanner for text that is no JSON value, such as `NaN`; nil if it starts with a byte of JSON's grammar.
    init?(invalid first: UInt8) {
        guard !Self.endsScalar(first), first != UInt8(ascii: ":") else { return nil }
        isScalar = true
    }

    /// The index after the value's last byte; nil if the value continues after these bytes.
    mutating func end(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
        isScalar ? bytes[start...].firstIndex(where: Self.endsScalar) : endOfNested(in: bytes, from: start)
    }

    private mutating func endOfNested(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
        var index = start
        while index < bytes.count {
            if isInString {
                guard let afterString = endOfString(in: bytes, from: index) else { return nil }
                index = afterString
                if depth == 0 { return index }
                continue
            }
            switch bytes[index] {
            case ASCII.quote: isInString = true
            case ASCII.openBrace, ASCII.openBracket:
                depth += 1
                deepest = max(deepest, depth)
            case ASCII.closeBrace, ASCII.closeBracket:
                depth -= 1
                if depth == 0 { return index + 1 }
            default: break
            }
            index += 1
        }
        return nil
    }

    private mutating func endOfString(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
        var index = start
        if isEscaped, index < bytes.count {
            isEscaped = false
            index += 1
        }
        while index < bytes.count {
            switch bytes[index] {
            case ASCII.quote:
                isInString = false
                return index + 1
            case ASCII.backslash: index += 2
            default: index += 1
            }
        }
        isEscaped = index > bytes.count
        return nil
    }

    private static func endsScalar(_ byte: UInt8) -> Bool {
        ASCII.isSpace(byte) || byte == ASCII.comma || byte == ASCII.closeBracket || byte == ASCII.closeBrace
    }
}
