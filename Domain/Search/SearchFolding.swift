/// The folded forms of a name or a typed word, in UTF-8.
///
/// Case, marks and width do not matter, and white space of any length is one space.
struct SearchFolding {
    /// The text with its punctuation.
    let exact: [UInt8]
    /// Without apostrophes, and with other punctuation as spaces.
    let spaced: [UInt8]
    /// Without punctuation.
    let joined: [UInt8]
    /// The initial consonants of each run of Hangul syllables; empty without Hangul.
    let initials: [UInt8]
    /// Whether the text has a letter or a digit.
    let hasLetter: Bool

    init(_ text: String) {
        var scalars: [(scalar: Unicode.Scalar, kind: FoldedClass)] = []
        var (hasPunctuation, hasLetter, hasHangul) = (false, false, false)
        FoldedText.forEachScalar(of: text) { scalar in
            let kind = FoldedClass(of: scalar)
            switch kind {
            case .format: return
            case .space: break
            case .apostrophe, .punctuation: hasPunctuation = true
            case .letter, .digit, .mark: hasLetter = true
            case .hangul: (hasLetter, hasHangul) = (true, true)
            }
            scalars.append((scalar, kind))
        }
        exact = Self.line(scalars) { $1 == .apostrophe ? "'" : $0 }
        spaced = hasPunctuation ? Self.line(scalars) { $1 == .apostrophe ? nil : $1 == .punctuation ? " " : $0 } : exact
        joined =
            hasPunctuation ? Self.line(scalars) { $1 == .apostrophe || $1 == .punctuation ? nil : $0 } : exact
        initials = hasHangul ? Self.line(scalars) { $1 == .hangul ? $0.hangulInitial : " " } : []
        self.hasLetter = hasLetter
    }

    /// Appends the form of a text of ASCII letters, digits and spaces, as most names are.
    ///
    /// Returns false for any other text; the appended bytes are then removed.
    static func appendPlain(_ text: UnsafeBufferPointer<UInt8>, to line: inout [UInt8]) -> Bool {
        let start = line.count
        for byte in text {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): line.append(byte)
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): line.append(byte | 0x20)
            case space: appendSpace(to: &line, after: start)
            default:
                line.removeSubrange(start...)
                return false
            }
        }
        removeLastSpace(of: &line, after: start)
        return true
    }

    /// Returns the UTF-8 of the scalars' forms without repeated, leading and trailing spaces.
    private static func line(
        _ scalars: [(scalar: Unicode.Scalar, kind: FoldedClass)],
        _ form: (Unicode.Scalar, FoldedClass) -> Unicode.Scalar?
    ) -> [UInt8] {
        var line: [UInt8] = []
        line.reserveCapacity(scalars.count * 3)
        for (scalar, kind) in scalars {
            guard let scalar = form(scalar, kind) else { continue }
            if kind == .space || scalar == " " {
                appendSpace(to: &line, after: 0)
            } else if scalar.isASCII {
                line.append(UInt8(scalar.value))
            } else {
                line.append(contentsOf: UTF8.encode(scalar) ?? .init())
            }
        }
        removeLastSpace(of: &line, after: 0)
        return line
    }

    private static let space = UInt8(ascii: " ")

    private static func appendSpace(to line: inout [UInt8], after start: Int) {
        if line.count > start, line[line.count - 1] != space { line.append(space) }
    }

    private static func removeLastSpace(of line: inout [UInt8], after start: Int) {
        if line.count > start, line[line.count - 1] == space { line.removeLast() }
    }
}

extension Unicode.Scalar {
    /// The initial consonant of a Hangul syllable.
    ///
    /// Source: The Unicode Standard, section 3.12, Conjoining Jamo Behavior.
    fileprivate var hangulInitial: Unicode.Scalar? {
        Unicode.Scalar(0x1100 + (value - 0xAC00) / 588)
    }
}
