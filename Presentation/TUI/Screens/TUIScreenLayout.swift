/// Which parts of the screen there is room for: those that matter least go first.
struct TUIScreenLayout: Equatable, Sendable {
    static let pictureSize = (columns: 26, lines: 13)
    /// What a text beside a picture needs.
    private static let textWidth = 40
    private static let gap = 2
    let columns: Int
    let rows: Int
    /// Whether something is typed or asked, for which there has to be a line.
    let needsStatus: Bool

    var hasTabs: Bool { rows >= 7 }
    var hasTitle: Bool { rows >= 5 }
    var hasHeading: Bool { rows >= 10 }
    var hasStatus: Bool { rows >= 2 || needsStatus }
    var hasHints: Bool { rows >= 8 }

    /// How many lines the body has, with headings over its columns or without.
    func bodyHeight(withHeading: Bool) -> Int {
        let others = [hasTabs, hasTitle, hasStatus, hasHints, withHeading && hasHeading].count { $0 }
        return max(0, rows - others)
    }

    /// Where a picture of some music stands, if there is room for it beside the text.
    var hasPicture: Bool {
        columns >= Self.pictureSize.columns + Self.gap + Self.textWidth
            && bodyHeight(withHeading: false) >= Self.pictureSize.lines
    }

    /// How wide text is, beside a picture or alone.
    func textColumns(besidePicture: Bool) -> Int {
        max(1, besidePicture ? columns - Self.pictureSize.columns - Self.gap : columns)
    }
}
