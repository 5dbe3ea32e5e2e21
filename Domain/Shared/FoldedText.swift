import Foundation

/// Folds text for the comparison of names.
///
/// Applies NFKD, drops combining marks, folds case and recomposes.
///
/// ASCII, Hangul syllables, Han ideographs and emoji skip Unicode normalisation, because folding them changes at most
/// their case. Common Latin, Greek, Cyrillic and kana use tables.
/// Source: Unicode Standard Annex #15 and section 3.13, Default Case Algorithms.
enum FoldedText {
    /// Calls `body` with each folded scalar in order.
    static func forEachScalar(of text: String, _ body: (Unicode.Scalar) -> Void) {
        if text.utf8.allSatisfy({ $0 < 0x80 }) {
            for byte in text.utf8 { body(Unicode.Scalar(byte.asciiLowercased)) }
        } else if text.unicodeScalars.allSatisfy(hasSimpleFolding) {
            for scalar in text.unicodeScalars {
                if let folded = simpleFolding(of: scalar) { folded.forEach(body) } else { body(scalar) }
            }
        } else {
            normalized(text).forEach(body)
        }
    }

    /// Returns any text folded by Unicode normalisation.
    static func normalized(_ text: String) -> String.UnicodeScalarView {
        var folded = String.UnicodeScalarView()
        for scalar in text.decomposedStringWithCompatibilityMapping.unicodeScalars where !scalar.isMark {
            folded.append(contentsOf: scalar.caseFolded)
        }
        return String(folded).precomposedStringWithCanonicalMapping.unicodeScalars
    }

    private static func hasSimpleFolding(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x250, 0x370..<0x530, 0x200D, 0x2010...0x2027, 0x2600...0x27BF, 0x3000...0x30FF,
            0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3, 0xFE0F, 0x1F300...0x1FAFF:
            true
        default: false
        }
    }

    /// Returns nil for a scalar that stays as it is.
    private static func simpleFolding(of scalar: Unicode.Scalar) -> [Unicode.Scalar]? {
        switch scalar.value {
        case 0..<0x250: latin[Int(scalar.value)]
        case 0x370..<0x530: greekAndCyrillic[Int(scalar.value) - 0x370]
        case 0x2010...0x2027: punctuation[Int(scalar.value) - 0x2010]
        case 0x3000...0x30FF: kana[Int(scalar.value) - 0x3000]
        case 0xFE0F: []  // requests an emoji's coloured form
        default: nil
        }
    }

    private static let latin = table(of: 0..<0x250)
    private static let greekAndCyrillic = table(of: 0x370..<0x530)
    private static let punctuation = table(of: 0x2010..<0x2028)
    private static let kana = table(of: 0x3000..<0x3100)

    private static func table(of range: Range<UInt32>) -> [[Unicode.Scalar]] {
        range.map { value in Unicode.Scalar(value).map { Array(normalized(String($0))) } ?? [] }
    }
}

extension UInt8 {
    fileprivate var asciiLowercased: UInt8 { (65...90).contains(self) ? self | 0x20 : self }
}

extension Unicode.Scalar {
    var isMark: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: false
        }
    }

    /// Full case folding by way of upper case: `ß` and `ẞ` become `ss`, a final sigma becomes a sigma.
    fileprivate var caseFolded: String.UnicodeScalarView {
        if value < 0x80 { return String(self).lowercased().unicodeScalars }
        return switch self {
        case "\u{131}", "\u{13A0}"..."\u{13F5}": String.UnicodeScalarView([self])
        // Cherokee alone folds to upper case.
        case "\u{13F8}"..."\u{13FD}", "\u{AB70}"..."\u{ABBF}": properties.uppercaseMapping.unicodeScalars
        default: properties.lowercaseMapping.uppercased().lowercased().unicodeScalars
        }
    }
}

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
