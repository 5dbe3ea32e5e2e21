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
