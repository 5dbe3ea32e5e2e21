import FermataPresentation

extension MusicMarks {
    private static let texts = (0..<8).map { bits in
        String([bits & 1 == 0 ? " " : "✭", bits & 2 == 0 ? " " : "⤓", bits & 4 == 0 ? " " : "E"])
    }

    /// The marks as three signs that every terminal draws in one column each.
    var text: String { Self.texts[(isBookmarked ? 1 : 0) | (isDownloaded ? 2 : 0) | (isExplicit ? 4 : 0)] }
}
