/// The content of one column of a row.
package enum TableCell: Equatable, Sendable {
    case text(StyledText)
    /// Text of one or more sentences, which continues on further lines if the renderer has them.
    case paragraph(String)
    case marks(MusicMarks)

    /// A cell of unstyled text.
    package static func plain(_ text: String) -> TableCell { .text(StyledText(text)) }
}

/// The marks of a row of music.
package struct MusicMarks: Equatable, Sendable {
    package let isBookmarked: Bool
    package let isDownloaded: Bool
    package let isExplicit: Bool

    package init(isBookmarked: Bool, isDownloaded: Bool, isExplicit: Bool) {
        self.isBookmarked = isBookmarked
        self.isDownloaded = isDownloaded
        self.isExplicit = isExplicit
    }
}
