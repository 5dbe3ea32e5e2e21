/// The folded forms of a name or a typed word.
///
/// Case, marks and width do not matter, and white space of any length is one space.
struct SearchFolding {
    /// The text with its punctuation.
    private(set) var exact = ""
    /// Without apostrophes, and with other punctuation as spaces.
    private(set) var spaced = ""
    /// Without punctuation.
    private(set) var joined = ""
    /// The initial consonants of each run of Hangul syllables; empty without Hangul.
    private(set) var initials = ""
    /// Whether the text has a letter or a digit.
    private(set) var hasLetter = false

    init(_ text: String) {
        if let exact = Self.plain(text) {
            (self.exact, spaced, joined, hasLetter) = (exact, exact, exact, !exact.isEmpty)
            return
        }
        var scalars: [(scalar: Unicode.Scalar, kind: SearchClass)] = []
        var (hasPunctuation, hasHangul) = (false, false)
        FoldedText.forEachScalar(of: text) { scalar in
            let kind = SearchClass(of: scalar)
            switch kind {
            case .dropped: return
            case .space: if scalars.last.map({ $0.kind == .space }) ?? true { return }
            case .apostrophe, .punctuation: hasPunctuation = true
            case .letter: hasLetter = true
            case .hangul: (hasLetter, hasHangul) = (true, true)
            }
            scalars.append((scalar, kind))
        }
        if scalars.last?.kind == .space { scalars.removeLast() }
        exact = Self.text(scalars) { $0.kind == .space ? " " : $0.kind == .apostrophe ? "'" : $0.scalar }
        (spaced, joined) = (exact, exact)
        if hasPunctuation {
            spaced = Self.text(scalars) {
                $0.kind == .apostrophe ? nil : $0.kind == .punctuation || $0.kind == .space ? " " : $0.scalar
            }
            joined = Self.text(scalars) {
                $0.kind == .apostrophe || $0.kind == .punctuation ? nil : $0.kind == .space ? " " : $0.scalar
            }
        }
        if hasHangul { initials = Self.text(scalars) { $0.kind == .hangul ? $0.scalar.hangulInitial : " " } }
    }

    /// Folds a text of ASCII letters, digits and spaces, which most names are; returns nil for any other.
    private static func plain(_ text: String) -> String? {
        var folded: [UInt8] = []
        folded.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): folded.append(byte)
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): folded.append(byte | 0x20)
            case UInt8(ascii: " "): if folded.last.map({ $0 != byte }) ?? false { folded.append(byte) }
            default: return nil
            }
        }
        if folded.last == UInt8(ascii: " ") { folded.removeLast() }
        return String(decoding: folded, as: UTF8.self)
    }

    /// Returns the text of the scalars without repeated, leading and trailing spaces.
    private static func text(
        _ scalars: [(scalar: Unicode.Scalar, kind: SearchClass)],
        _ form: ((scalar: Unicode.Scalar, kind: SearchClass)) -> Unicode.Scalar?
    ) -> String {
        var text = String.UnicodeScalarView()
        for scalar in scalars {
            guard let scalar = form(scalar), scalar != " " || text.last.map({ $0 != " " }) ?? false else { continue }
            text.append(scalar)
        }
        if text.last == " " { text.removeLast() }
        return String(text)
    }
}

/// The role of a folded scalar in a search.
private enum SearchClass {
    case space, dropped, apostrophe, punctuation, letter
    /// A Hangul syllable.
    case hangul

    init(of scalar: Unicode.Scalar) {
        switch scalar {
        case "a"..."z", "0"..."9", "\u{3400}"..."\u{4DBF}", "\u{4E00}"..."\u{9FFF}": self = .letter
        case "\u{AC00}"..."\u{D7A3}": self = .hangul
        case "\0"..." ", "\u{7F}": self = .space
        case "'", "\u{2018}", "\u{2019}", "\u{201B}", "\u{2BB}", "\u{2BC}": self = .apostrophe
        case "!"..."~": self = .punctuation
        default: self.init(ofCategory: scalar.properties)
        }
    }

    private init(ofCategory properties: Unicode.Scalar.Properties) {
        switch properties.generalCategory {
        case .format: self = .dropped
        case .control, .spaceSeparator, .lineSeparator, .paragraphSeparator: self = .space
        case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
            .finalPunctuation, .otherPunctuation, .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol:
            self = .punctuation
        default: self = .letter
        }
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
