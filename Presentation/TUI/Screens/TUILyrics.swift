import FermataDomain

/// A page of lyrics, wrapped to the terminal's width, with a selected line.
struct TUILyrics: Sendable {
    /// A line of the terminal: a line of the lyrics, or a part of a wrapped one.
    private struct Part {
        let text: String
        let row: Int
        let isFirst: Bool
    }

    var music: MusicCellModel
    /// Nil until the lyrics are read.
    private var screen: LyricsScreen?
    /// The selected line of the lyrics.
    private(set) var selection = 0
    private var elapsed: Duration?
    private var columns: [PlacedColumn] = []
    /// The wrapped lines; nil if they have to be wrapped again.
    private var wrapped: [Part]?
    /// The first visible part.
    private var top = 0
    private var height = 1
    /// Whether the selection has to become visible in the next layout.
    private var showsSelection = true

    init(of music: MusicCellModel, at elapsed: Duration?) { (self.music, self.elapsed) = (music, elapsed) }

    var isLoaded: Bool { screen != nil }
    var title: String { music.music.titleAndArtist }

    /// The time of the selected line; nil if it is unknown.
    var target: Duration? { screen?.target(ofLine: selection) }

    /// The selected line and the number of lines: `3 of 49`.
    var position: String {
        guard let screen, !screen.isEmpty else { return "" }
        return CountText.grouped(selection + 1) + " of " + CountText.grouped(screen.count)
    }

    /// The lines within the body, each with the index of its line of lyrics.
    var visibleLines: [(line: TUILine, row: Int?)] {
        guard let screen else { return [] }
        if screen.isEmpty { return [(.text(screen.emptyText.tui, .aside), nil)] }
        return visibleParts.map { part in
            let row = screen.row(at: part.row)
            let cells = columns.map { column in
                if column.isText { return TableCell.plain(part.text) }
                return part.isFirst ? LyricLineCellModel.table.cells(of: row, in: [column])[0] : .plain("")
            }
            return (.row(cells, isSelected: part.row == selection), part.row)
        }
    }

    private var parts: [Part] { wrapped ?? [] }
    private var visibleParts: ArraySlice<Part> { parts.dropFirst(top).prefix(height) }

    // MARK: - Moving

    mutating func move(by step: Int) { select(selection + step) }

    mutating func select(_ row: Int) {
        (selection, showsSelection) = (row, true)
        clampSelection()
    }

    /// Scrolls; the selection moves only to stay visible.
    mutating func scroll(by step: Int) {
        top = max(0, min(top + step, parts.count - height))
        guard let first = visibleParts.first?.row, let last = visibleParts.last?.row else { return }
        selection = min(max(selection, first), last)
    }

    private mutating func clampSelection() { selection = max(0, min(selection, (screen?.count ?? 0) - 1)) }

    // MARK: - Content

    mutating func show(_ screen: LyricsScreen) {
        self.screen = screen
        (music, wrapped) = (screen.music, nil)
        clampSelection()
        followScreen(from: nil)
    }

    /// Marks the line that is sung. The selection follows it, unless the person has selected another line.
    mutating func follow(_ elapsed: Duration?) {
        self.elapsed = elapsed
        followScreen(from: screen?.currentLine)
    }

    private mutating func followScreen(from previous: Int?) {
        screen?.elapsed = elapsed
        guard let current = screen?.currentLine, current != previous, selection == previous ?? 0 else { return }
        select(current)
    }

    /// Wraps the lines for columns and a height; only if the lines or the columns have changed.
    mutating func layOut(_ columns: [PlacedColumn], height: Int, _ text: TUITextLayout) {
        if columns != self.columns || wrapped == nil {
            self.columns = columns
            let width = columns.first(where: \.isText)?.width ?? 1
            wrapped = (screen?.rows ?? []).flatMap { row in
                text.wrap(row.text, max(1, width)).enumerated().map { index, part in
                    Part(text: part, row: row.id, isFirst: index == 0)
                }
            }
            showsSelection = true
        }
        if height != self.height { showsSelection = true }
        self.height = max(1, height)
        top = max(0, min(top, parts.count - self.height))
        if showsSelection { showSelection() }
        showsSelection = false
    }

    /// Scrolls so that the selected line is visible, in the middle if it was not.
    private mutating func showSelection() {
        guard let first = parts.firstIndex(where: { $0.row == selection }),
            let last = parts.lastIndex(where: { $0.row == selection })
        else { return }
        if first >= top, last < top + height { return }
        top = max(0, min(first - height / 2, parts.count - height))
    }
}

extension PlacedColumn {
    fileprivate var isText: Bool { column.key == LyricLineField.text.rawValue }
}
