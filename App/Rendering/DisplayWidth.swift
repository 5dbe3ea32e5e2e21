/// The number of terminal columns that text occupies.
///
/// Sources: Unicode Standard Annex #11 (EastAsianWidth.txt 17.0), Annex #29, Technical Standard #51.
package enum DisplayWidth {
    private static let emojiVariation: Unicode.Scalar = "\u{FE0F}"
    private static let joiner: Unicode.Scalar = "\u{200D}"

    package static func of(_ text: String) -> Int {
        text.reduce(0) { $0 + of($1) }
    }

    /// The columns of a grapheme cluster.
    package static func of(_ cluster: Character) -> Int {
        let scalars = cluster.unicodeScalars
        guard let base = scalars.first else { return 0 }
        guard scalars.count > 1 else { return of(base) }
        if scalars.contains(where: isEmojiJoint) { return 2 }
        return scalars.reduce(0) { $0 + of($1) }
    }

    package static func of(_ scalar: Unicode.Scalar) -> Int {
        if let width = simple(scalar.value) { return width }
        if ControlScalar.contains(scalar.value) || isZero(scalar) { return 0 }
        return WideRanges.contains(scalar) ? 2 : 1
    }

    /// Whether each scalar is a character whose width all terminals agree on.
    package static func isSimple(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { simple($0.value) != nil }
    }

    /// The width of the scalars of most names; nil for scalars that need a closer look.
    @inline(__always)
    static func simple(_ value: UInt32) -> Int? {
        switch value {
        case 0x20...0x7E, 0xA0...0xAC, 0xAE...0x2FF, 0x370...0x482, 0x2010...0x2027, 0x2913, 0x272D: 1
        case 0xAC00...0xD7A3, 0x3041...0x3096, 0x30A0...0x30FF, 0x4E00...0x9FFF, 0x3400...0x4DBF, 0x3001...0x3029,
            0xFF01...0xFF60:
            2
        default: nil
        }
    }

    private static func isEmojiJoint(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case emojiVariation, joiner: true
        case "\u{1F1E6}"..."\u{1F1FF}", "\u{1F3FB}"..."\u{1F3FF}": true
        default: false
        }
    }

    private static func isZero(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0xAD, 0x600...0x605, 0x6DD, 0x70F, 0x890...0x891, 0x8E2, 0x110BD, 0x110CD: return false
        case 0x1160...0x11FF, 0xD7B0...0xD7FF: return true
        default: break
        }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return true
        default: return false
        }
    }
}

/// The scalars that occupy two columns: East Asian Wide and Fullwidth.
///
/// Source: EastAsianWidth.txt 17.0. The ranges omit emoji, which the standard library knows, and include unassigned
/// scalars between wide ones.
enum WideRanges {
    private static let ranges: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2329...0x232A, 0x2630...0x2637, 0x268A...0x268F, 0x2E80...0x303E, 0x3041...0xA4CF,
        0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6B, 0xFF01...0xFF60,
        0xFFE0...0xFFE6, 0x16FE0...0x1B2FF, 0x1D300...0x1D376, 0x1F200...0x1F265, 0x20000...0x2FFFD,
        0x30000...0x3FFFD,
    ]

    static func contains(_ scalar: Unicode.Scalar) -> Bool {
        if (0x1F1E6...0x1F1FF).contains(scalar.value) { return false }
        return ranges.contains { $0.contains(scalar.value) } || scalar.properties.isEmojiPresentation
    }
}
