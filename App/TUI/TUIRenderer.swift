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
            lines.append(body(at: index))
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
        guard screen.lines.indices.contains(line) else { return nil }
        return .click(line: line, pane: screen.panes.firstIndex { $0.body.contains(column) })
    }

    private var firstBodyRow: Int { [screen.tab != nil, screen.title != nil, screen.hasHeading].count { $0 } }

    func line(_ paint: (inout LinePainter) -> Void) -> [UInt8] {
        var painter = LinePainter(width: columns, palette: palette, hasStrikethrough: hasStrikethrough)
        paint(&painter)
        return painter.bytes
    }
}

/// The drawn lines of each part of the screen.
extension TUIRenderer {
    var tabLine: [UInt8] {
        line { painter in
            for tab in screen.tabs { painter.write(tab.tab == screen.tab ? .tab : .plain, tab.text) }
        }
    }

    var heading: [UInt8] {
        line { painter in
            for part in parts {
                moveToStart(of: part, &painter)
                painter.begin(.heading)
                for place in part.columns {
                    painter.move(to: part.body.lowerBound + place.start)
                    painter.write(place.column.heading, columns: place.width, alignment: place.column.alignment)
                }
            }
        }
    }

    /// The main list and the panes beside it, from left to right.
    private var parts: [TUIPane] {
        let main = TUIPane(body: screen.body, columns: screen.columns, lines: screen.lines)
        return (screen.panes + [main]).sorted { $0.body.lowerBound < $1.body.lowerBound }
    }

    func body(at index: Int) -> [UInt8] {
        line { painter in
            for part in parts {
                moveToStart(of: part, &painter)
                if part.lines.indices.contains(index) { draw(part.lines[index], of: part, &painter) }
            }
            drawArtwork(at: index, &painter)
        }
    }

    /// Draws the line on the left of a part of the body.
    private func moveToStart(of part: TUIPane, _ painter: inout LinePainter) {
        guard part.body.lowerBound > 0 else { return }
        painter.begin(.aside)
        painter.move(to: part.body.lowerBound - Self.gap)
        painter.write("│")
        painter.begin(.plain)
        painter.move(to: part.body.lowerBound)
    }

    private func draw(_ line: TUILine, of part: TUIPane, _ painter: inout LinePainter) {
        let columns = screen.panes.isEmpty ? Int.max : part.body.count
        switch line {
        case .row(let cells, let isSelected): drawRow(cells, of: part, isSelected: isSelected, &painter)
        case .section(let title): painter.write(.section, title, columns: columns)
        case .text(let text, let style): painter.write(style.role, text, columns: columns)
        case .field(let label, let field, _): drawField(label, field, &painter)
        case .blank: break
        }
    }

    /// Draws a row. A selected row is reversed in the main list, and bold in another column of the browser.
    private func drawRow(_ cells: [TableCell], of part: TUIPane, isSelected: Bool, _ painter: inout LinePainter) {
        let hasFocus = part.body == screen.body
        if isSelected {
            painter.begin(hasFocus ? .selected : .heading)
        } else if part.body.lowerBound == 0 {
            painter.begin(.plain)
        }
        for (place, cell) in zip(part.columns, cells) {
            painter.move(to: part.body.lowerBound + place.start)
            switch cell {
            case .text(let text):
                painter.write(
                    text.text, columns: place.width, alignment: place.column.alignment,
                    isStruckThrough: text.isStruckThrough)
            case .paragraph(let text):
                painter.write(text, columns: place.width, alignment: place.column.alignment)
            case .marks(let marks):
                if !isSelected { painter.begin(.mark) }
                painter.write(marks.text, columns: place.width)
                if !isSelected { painter.begin(.plain) }
            }
        }
        if isSelected, hasFocus { painter.move(to: part.body.upperBound) }
    }

    private func drawField(_ label: String, _ field: TUITextField, _ painter: inout LinePainter) {
        painter.write(.heading, label)
        painter.begin(.plain)
        painter.write(TextFieldView(field, columns: columns - painter.column).text)
    }

    func cursorPosition(_ label: String, _ field: TUITextField, row: Int) -> TerminalFrame.Cursor {
        let start = min(label.count, columns - 1)
        return TerminalFrame.Cursor(
            column: start + TextFieldView(field, columns: columns - start).cursorColumn, row: row)
    }

    func suggestionLine(_ suggestions: [String]) -> [UInt8] {
        line { painter in
            for (index, suggestion) in suggestions.enumerated() {
                painter.begin(index == 0 ? .heading : .aside)
                if index > 0 { painter.move(to: painter.column + Self.gap) }
                painter.write(suggestion)
            }
        }
    }

    func statusLine(_ status: TUIStatus) -> [UInt8] {
        line { painter in
            switch status {
            case .text(let text, let isProblem, let position):
                let room = columns - position.count - (position.isEmpty ? 0 : Self.gap)
                painter.begin(isProblem ? .problem : .aside)
                if room > 0 { painter.write(text, columns: room) }
                if isProblem { painter.begin(.aside) }
                painter.move(to: columns - position.count)
                painter.write(position)
            case .search(let label, let field): drawField(label, field, &painter)
            case .question(let text, let ending):
                painter.begin(.heading)
                painter.write(text, columns: min(columns - ending.count, DisplayWidth.of(SafeText(text).text)))
                painter.write(ending)
            }
        }
    }

    private func drawArtwork(at index: Int, _ painter: inout LinePainter) {
        guard let frame = screen.artwork, (frame.line..<frame.line + frame.lines).contains(index) else { return }
        painter.move(to: frame.column)
        switch artwork {
        case .lines(let lines):
            let line = index - frame.line
            if lines.indices.contains(line) { painter.writeStyled(lines[line], columns: frame.columns) }
        case .graphics: break
        case nil: drawPlaceholder(at: index - frame.line, of: frame, &painter)
        }
    }

    /// Draws a box where the artwork will appear.
    private func drawPlaceholder(at line: Int, of frame: TUIArtworkFrame, _ painter: inout LinePainter) {
        let inside = frame.columns - 2
        switch line {
        case 0: painter.write(.aside, "┌" + String(repeating: "─", count: inside) + "┐")
        case frame.lines - 1: painter.write(.aside, "└" + String(repeating: "─", count: inside) + "┘")
        default:
            let note = line == frame.lines / 2 ? "♪" : " "
            let before = String(repeating: " ", count: inside / 2)
            painter.write(.aside, "│" + before + note + String(repeating: " ", count: inside - inside / 2 - 1) + "│")
        }
    }
}

extension TUITextStyle {
    fileprivate var role: TextRole {
        switch self {
        case .plain: .plain
        case .heading: .heading
        case .aside: .aside
        case .problem: .problem
        }
    }
}
