extension FastJSONCursor {
    /// Returns a string's text. Only one-letter escapes are supported.
    static func unescaped(_ content: UnsafeRawBufferPointer) throws(FastPathUnsupported) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(content.count)
        var remainder = content[...]
        while let backslash = remainder.firstIndex(of: ASCII.backslash) {
            bytes += remainder[..<backslash]
            guard let byte = unescaped(content[backslash + 1]) else { throw FastPathUnsupported() }
            bytes.append(byte)
            remainder = content[(backslash + 2)...]
        }
        bytes += remainder
        guard let text = String(validating: bytes, as: UTF8.self) else { throw FastPathUnsupported() }
        return text
    }

    private static func unescaped(_ letter: UInt8) -> UInt8? {
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
