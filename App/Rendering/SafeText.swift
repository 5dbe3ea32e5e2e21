/// Text made safe for a terminal.
///
/// Controls become symbols, and the number of marks on a letter is limited.
package struct SafeText {
    /// The largest number of marks that scripts put on a letter and subdivision flags need.
    private static let marksLimit = 8
    package let text: String

    package init(_ raw: String) {
        text = DisplayWidth.isSimple(raw) ? raw : Self.made(from: raw)
    }

    private static func made(from raw: String) -> String {
        var safe = String.UnicodeScalarView()
        var marks = 0
        for scalar in raw.unicodeScalars {
            let shown = symbol(for: scalar) ?? scalar
            marks = DisplayWidth.of(shown) == 0 ? marks + 1 : 0
            if marks <= marksLimit { safe.append(shown) }
        }
        return String(safe)
    }

    /// The symbol for a control: its Unicode control picture if there is one.
    private static func symbol(for scalar: Unicode.Scalar) -> Unicode.Scalar? {
        switch scalar.value {
        case 0..<0x20: Unicode.Scalar(0x2400 + scalar.value)
        case 0x7F: "\u{2421}"
        default: ControlScalar.contains(scalar.value) ? "\u{FFFD}" : nil
        }
    }
}

/// A control scalar in UTF-8. A terminal may interpret it, so it must not be printed unchanged.
///
/// C0, DEL, C1, bidirectional controls, and the separators of lines and paragraphs.
/// Source: Unicode Standard Annex #9, section 2, and chapter 23.1, Control Codes.
struct ControlScalar {
    let value: UInt32
    /// The number of bytes of the scalar.
    let length: Int

    /// Whether the byte may start a control scalar.
    @inline(__always)
    static func mayBegin(with byte: UInt8) -> Bool {
        byte < 0x20 || byte == 0x7F || byte == 0xC2 || byte == 0xD8 || byte == 0xE2
    }

    static func contains(_ value: UInt32) -> Bool {
        switch value {
        case 0..<0x20, 0x7F..<0xA0, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    /// Returns nil if no control scalar starts at the index.
    init?(in bytes: UnsafeBufferPointer<UInt8>, at index: Int) {
        let lead = bytes[index]
        let rest = bytes.count - index
        switch lead {
        case 0..<0x20, 0x7F:
            (value, length) = (UInt32(lead), 1)
        case 0xC2 where rest > 1, 0xD8 where rest > 1:
            (value, length) = (UInt32(lead & 0x1F) << 6 | UInt32(bytes[index + 1] & 0x3F), 2)
        case 0xE2 where rest > 2:
            let middle = UInt32(bytes[index + 1] & 0x3F) << 6
            (value, length) = (UInt32(lead & 0x0F) << 12 | middle | UInt32(bytes[index + 2] & 0x3F), 3)
        default:
            return nil
        }
        guard Self.contains(value) else { return nil }
    }
}
