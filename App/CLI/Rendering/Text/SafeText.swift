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
