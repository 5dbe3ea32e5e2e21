extension FastJSONCursor {
    /// A string's text, whose escapes must be those of one letter.
    static func unescaped(_ content: UnsafeRawBufferPointer) throws(FastPathUnsupported) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(content.count)
        var rest = content[...]
        while let backslash = rest.firstIndex(of: ASCII.backslash) {
            bytes += rest[..<backslash]
            guard let byte = meaning(of: content[backslash + 1]) else { throw FastPathUnsupported() }
            bytes.append(byte)
            rest = content[(backslash + 2)...]
        }
        bytes += rest
        guard let text = String(validating: bytes, as: UTF8.self) else { throw FastPathUnsupported() }
        return text
    }

    private static func meaning(of letter: UInt8) -> UInt8? {
        switch letter {
        case ASCII.quote, ASCII.backslash, UInt8(ascii: "/"): letter
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "r"): 0x0D
        case UInt8(ascii: "t"): 0x09
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "f"): 0x0C
        default: nil
        }
    }
}
