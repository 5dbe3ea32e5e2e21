/// The parts of the screen that fit into its size; on low screens, the least important parts are hidden first.
struct TUIScreenLayout: Equatable, Sendable {
    static let artworkSize = (columns: 26, lines: 13)
    /// The minimum width of text beside artwork.
    private static let minimumTextWidth = 40
    private static let gap = 2
    let columns: Int
    let rows: Int
    /// Whether a search or prompt needs the status line.
    let needsStatus: Bool
    /// Whether a search has suggestions.
    let needsSuggestions: Bool
    /// Whether there is something to play.
    var needsPlayer = false

    var hasTabs: Bool { rows >= 7 }
    var hasTitle: Bool { rows >= 5 }
    var hasHeading: Bool { rows >= 10 }
    var hasSuggestions: Bool { rows >= 10 && needsSuggestions }
    var hasPlayer: Bool { rows >= 9 && needsPlayer }
    var hasStatus: Bool { rows >= 2 || needsStatus }
    var hasHints: Bool { rows >= 8 }

    /// The height of the body, with or without column headings.
    func bodyHeight(withHeading: Bool) -> Int {
        let otherLines = [hasTabs, hasTitle, hasSuggestions, hasPlayer, hasStatus, hasHints, withHeading && hasHeading]
            .count {
                $0
            }
        return max(0, rows - otherLines)
    }

    /// Whether artwork fits beside the text.
    var hasArtwork: Bool {
        columns >= Self.artworkSize.columns + Self.gap + Self.minimumTextWidth
            && bodyHeight(withHeading: false) >= Self.artworkSize.lines
    }

    /// The width of text, beside artwork or alone.
    func textColumns(besideArtwork: Bool) -> Int {
        max(1, besideArtwork ? columns - Self.artworkSize.columns - Self.gap : columns)
    }
}
