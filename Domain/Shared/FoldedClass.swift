/// The role of a folded scalar in sort keys and searches.
enum FoldedClass: Equatable {
    case letter, space, apostrophe, punctuation, mark
    /// A Hangul syllable, which is a letter too.
    case hangul
    /// A decimal digit of any script and its value.
    case digit(UInt8)
    /// Invisible, such as a zero-width joiner.
    case format

    /// Frequent scalars are classified by their ranges, which is several times as fast as by their properties.
    init(of scalar: Unicode.Scalar) {
        switch scalar {
        case "a"..."z", "\u{3B1}"..."\u{3C9}", "\u{430}"..."\u{44F}", "\u{3041}"..."\u{3096}",
            "\u{30A1}"..."\u{30FA}", "\u{3400}"..."\u{4DBF}", "\u{4E00}"..."\u{9FFF}":
            self = .letter
        case "\u{AC00}"..."\u{D7A3}": self = .hangul
        case "0"..."9": self = .digit(UInt8(scalar.value) - 48)
        case "\0"..." ", "\u{7F}": self = .space
        case "'", "\u{2018}", "\u{2019}", "\u{201B}", "\u{2BB}", "\u{2BC}": self = .apostrophe
        case "!"..."~": self = .punctuation
        default: self.init(ofCategory: scalar.properties)
        }
    }

    private init(ofCategory properties: Unicode.Scalar.Properties) {
        switch properties.generalCategory {
        case .decimalNumber: self = .digit(UInt8(properties.numericValue ?? 0))
        case .format: self = .format
        case .nonspacingMark, .spacingMark, .enclosingMark: self = .mark
        case .control, .spaceSeparator, .lineSeparator, .paragraphSeparator: self = .space
        case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
            .finalPunctuation, .otherPunctuation, .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol:
            self = .punctuation
        default: self = .letter
        }
    }
}
