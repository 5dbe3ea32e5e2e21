package import FermataPresentation

/// Places what the browser shows on a terminal of a certain size; it decides nothing.
package struct BrowserDrawing {
    private static let searchLabel = "Search: "
    private static let gap = 2
    private let screen: BrowserScreen
    private let columns: Int
    private let rows: Int
    private let palette: Palette
    private let hasStrikethrough: Bool
    private let places: [(column: BrowserColumn, index: Int, start: Int, width: Int)]
    private let tabs: [(tab: BrowserTab, text: String, start: Int)]

    package init(
        _ screen: BrowserScreen, columns: Int, rows: Int, palette: Palette, hasStrikethrough: Bool
    ) {
        self.screen = screen
        (self.columns, self.rows) = (max(1, columns), max(1, rows))
        self.palette = palette
        self.hasStrikethrough = hasStrikethrough
        places = Self.places(of: screen.columns, in: self.columns)
        tabs = Self.tabs(selected: screen.tab, in: self.columns)
    }

    package var frame: TerminalFrame {
        var lines: [[UInt8]] = []
        var cursor: TerminalFrame.Cursor?
        if screen.tab != nil { lines.append(tabLine) }
        if let title = screen.title { lines.append(line { $0.write(.heading, title) }) }
        if screen.hasHeading { lines.append(heading) }
        for (index, line) in screen.lines.enumerated() {
            if case .field(let label, let field, true) = line {
                cursor = cursorPlace(label, field, row: lines.count)
            }
            lines.append(body(line, index: index))
        }
        if let status = screen.status {
            if case .search(let field) = status { cursor = cursorPlace(Self.searchLabel, field, row: lines.count) }
            lines.append(statusLine(status))
        }
        if let hints = screen.hints { lines.append(line { $0.write(.aside, hints) }) }
        return TerminalFrame(lines: Array(lines.prefix(rows)), cursor: cursor)
    }

    /// What a click on a cell means; nil where nothing stands there.
    package func event(forClickAt column: Int, row: Int) -> BrowserEvent? {
        if screen.tab != nil, row == 0 {
            let tab = tabs.last { $0.start <= column }
            return tab.flatMap { column < $0.start + $0.text.count ? .clickTab($0.tab) : nil }
        }
        let line = row - firstBodyRow
        return screen.lines.indices.contains(line) ? .click(line: line) : nil
    }

    private var firstBodyRow: Int { [screen.tab != nil, screen.title != nil, screen.hasHeading].count { $0 } }

    private func line(_ paint: (inout LinePainter) -> Void) -> [UInt8] {
        var painter = LinePainter(width: columns, palette: palette, hasStrikethrough: hasStrikethrough)
        paint(&painter)
        return painter.bytes
    }
}

// MARK: - Lines

extension BrowserDrawing {
    private var tabLine: [UInt8] {
        line { painter in
            for tab in tabs { painter.write(tab.tab == screen.tab ? .tab : .plain, tab.text) }
        }
    }

    private var heading: [UInt8] {
        line { painter in
            painter.begin(.heading)
            for place in places {
                painter.move(to: place.start)
                painter.write(place.column.heading, columns: place.width, isTrailing: place.column.isTrailing)
            }
        }
    }

    private func body(_ content: BrowserLine, index: Int) -> [UInt8] {
        line { painter in
            switch content {
            case .row(let cells, let isSelected): row(cells, isSelected: isSelected, &painter)
            case .section(let title): painter.write(.section, title)
            case .text(let text, let style): painter.write(style.role, text)
            case .field(let label, let field, _): edit(label, field, &painter)
            case .blank: break
            }
            picture(at: index, &painter)
        }
    }

    private func row(_ cells: [BrowserCell], isSelected: Bool, _ painter: inout LinePainter) {
        if isSelected { painter.begin(.selected) }
        for place in places where cells.indices.contains(place.index) {
            painter.move(to: place.start)
            switch cells[place.index] {
            case .text(let text):
                painter.write(
                    text.text, columns: place.width, isTrailing: place.column.isTrailing,
                    isStruckThrough: text.isStruckThrough)
            case .marks(let marks):
                if !isSelected { painter.begin(.mark) }
                painter.write(MusicMarks.text(of: marks), columns: place.width)
                if !isSelected { painter.begin(.plain) }
            }
        }
        if isSelected { painter.move(to: columns) }
    }

    private func edit(_ label: String, _ field: BrowserTextField, _ painter: inout LinePainter) {
        painter.write(.heading, label)
        painter.begin(.plain)
        painter.write(EditedText(field, columns: columns - painter.column).text)
    }

    private func cursorPlace(_ label: String, _ field: BrowserTextField, row: Int) -> TerminalFrame.Cursor {
        let start = min(label.count, columns - 1)
        return TerminalFrame.Cursor(
            column: start + EditedText(field, columns: columns - start).cursorColumn, row: row)
    }

    private func statusLine(_ status: BrowserStatus) -> [UInt8] {
        line { painter in
            switch status {
            case .text(let text, let isProblem, let position):
                let room = columns - position.count - (position.isEmpty ? 0 : Self.gap)
                painter.begin(isProblem ? .problem : .aside)
                if room > 0 { painter.write(text, columns: room) }
                if isProblem { painter.begin(.aside) }
                painter.move(to: columns - position.count)
                painter.write(position)
            case .search(let field): edit(Self.searchLabel, field, &painter)
            case .question(let question): painter.write(.heading, question)
            }
        }
    }

    /// A frame in the place of a picture, until there is one.
    private func picture(at index: Int, _ painter: inout LinePainter) {
        guard let picture = screen.picture, (picture.line..<picture.line + picture.lines).contains(index) else {
            return
        }
        let inside = picture.columns - 2
        painter.move(to: picture.column)
        switch index - picture.line {
        case 0: painter.write(.aside, "┌" + String(repeating: "─", count: inside) + "┐")
        case picture.lines - 1: painter.write(.aside, "└" + String(repeating: "─", count: inside) + "┘")
        case let line:
            let note = line == picture.lines / 2 ? "♪" : " "
            let before = String(repeating: " ", count: inside / 2)
            painter.write(.aside, "│" + before + note + String(repeating: " ", count: inside - inside / 2 - 1) + "│")
        }
    }
}

// MARK: - Places

extension BrowserDrawing {
    private static func places(
        of columns: [BrowserColumn], in width: Int
    ) -> [(column: BrowserColumn, index: Int, start: Int, width: Int)] {
        let shown = columns.enumerated().filter { $0.element.minimumWidth <= width }
        let widths = ColumnWidths(shown.map(\.element.width.room), in: width, gap: gap).widths
        var start = 0
        return zip(shown, widths).map { item, width in
            defer { start += width + gap }
            return (item.element, item.offset, start, width)
        }
    }

    /// Where there is not room for all titles, only the selected tab has its own.
    private static func tabs(selected: BrowserTab?, in width: Int) -> [(tab: BrowserTab, text: String, start: Int)] {
        let all = BrowserTab.allCases.map { (tab: $0, text: " \($0.number) \($0.title) ") }
        let isNarrow = all.reduce(0) { $0 + $1.text.count } > width
        var start = 0
        return all.map { tab, title in
            let text = isNarrow && tab != selected ? " \(tab.number) " : title
            defer { start += text.count }
            return (tab, text, start)
        }
    }
}

extension LinePainter {
    fileprivate mutating func write(_ role: TextRole, _ text: String) {
        begin(role)
        write(text)
    }
}

extension BrowserTextStyle {
    fileprivate var role: TextRole {
        switch self {
        case .plain: .plain
        case .heading: .heading
        case .aside: .aside
        case .problem: .problem
        }
    }
}

extension BrowserColumn.Width {
    fileprivate var room: ColumnWidths.Room {
        switch self {
        case .fixed(let width): .fixed(width)
        case .share(let parts): .share(parts)
        }
    }
}

extension BrowserMarks: MarkedRow {}
