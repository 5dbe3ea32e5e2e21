package import FermataPresentation

/// Draws the TUI's screen model for a terminal size; all content is decided by the model.
package struct TUIRenderer {
    static let gap = 2
    let screen: TUIScreen
    let columns: Int
    private let rows: Int
    private let palette: Palette
    private let hasStrikethrough: Bool
    let artwork: DrawnArtwork?

    package init(
        _ screen: TUIScreen, columns: Int, rows: Int, palette: Palette, hasStrikethrough: Bool,
        artwork: DrawnArtwork? = nil
    ) {
        self.screen = screen
        self.artwork = artwork
        (self.columns, self.rows) = (max(1, columns), max(1, rows))
        self.palette = palette
        self.hasStrikethrough = hasStrikethrough
    }

    package var frame: TerminalFrame {
        var lines: [[UInt8]] = []
        var cursor: TerminalFrame.Cursor?
        if screen.tab != nil { lines.append(tabLine) }
        if let title = screen.title { lines.append(line { $0.write(.heading, title) }) }
        if screen.hasHeading { lines.append(heading) }
        for (index, line) in screen.lines.enumerated() {
            if case .field(let label, let field, true) = line {
                cursor = cursorPosition(label, field, row: lines.count)
            }
            lines.append(body(line, index: index))
        }
        if let suggestions = screen.suggestions { lines.append(suggestionLine(suggestions)) }
        if let player = screen.player { lines.append(line { $0.write(.heading, player) }) }
        if let status = screen.status {
            if case .search(let label, let field) = status {
                cursor = cursorPosition(label, field, row: lines.count)
            }
            lines.append(statusLine(status))
        }
        if let hints = screen.hints { lines.append(line { $0.write(.aside, hints) }) }
        return TerminalFrame(lines: Array(lines.prefix(rows)), cursor: cursor, overlay: overlay)
    }

    private var overlay: TerminalFrame.Overlay? {
        guard let frame = screen.artwork, case .graphics(let bytes, let removal) = artwork else { return nil }
        return TerminalFrame.Overlay(
            position: .init(column: frame.column, row: frame.line + firstBodyRow), rows: frame.lines, bytes: bytes,
            removal: removal)
    }

    /// Returns the event of a click on a cell; nil if the cell shows nothing to click.
    package func event(forClickAt column: Int, row: Int) -> TUIEvent? {
        if screen.tab != nil, row == 0 {
            return screen.tabs.first { $0.columns.contains(column) }.map { .clickTab($0.tab) }
        }
        let line = row - firstBodyRow
        return screen.lines.indices.contains(line) ? .click(line: line) : nil
    }

    private var firstBodyRow: Int { [screen.tab != nil, screen.title != nil, screen.hasHeading].count { $0 } }

    func line(_ paint: (inout LinePainter) -> Void) -> [UInt8] {
        var painter = LinePainter(width: columns, palette: palette, hasStrikethrough: hasStrikethrough)
        paint(&painter)
        return painter.bytes
    }
}
