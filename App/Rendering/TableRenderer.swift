package import FermataPresentation

/// The width of a table and the abilities of the terminal that shows it.
package struct TableStyle: Equatable, Sendable {
    /// The style of tables in files and pipes.
    package static let file = TableStyle(width: 100)
    /// Columns of the terminal.
    package let width: Int
    package let hasColour: Bool
    /// Whether the cursor can be moved to a column, which aligns text that terminals draw at different widths.
    package let hasCursor: Bool
    /// Whether text can be struck through. If not, it is marked with a tick.
    package let hasStrikethrough: Bool

    package init(width: Int, hasColour: Bool = false, hasCursor: Bool = false, hasStrikethrough: Bool = false) {
        self.width = max(1, width)
        self.hasColour = hasColour
        self.hasCursor = hasCursor
        self.hasStrikethrough = hasStrikethrough
    }
}

/// Prints rows as a table with aligned columns. The header precedes the first row.
///
/// If rows belong to sections, the title of each section precedes its first row. An empty title is not shown.
package struct TableRenderer<Row: RowModel>: RowRenderer {
    private let columns: [TableRendererColumn<Row>]
    private let style: TableStyle
    private let section: (@Sendable (Row) -> String)?
    private var lastSection: String?
    private var hasHeader = false

    /// `isCut` cuts rows with requested columns to the table's width, so that none wraps on a terminal.
    package init(
        _ table: TableModel<Row>, style: TableStyle, section: (@Sendable (Row) -> String)? = nil, isCut: Bool = false
    ) {
        columns = TableRendererColumn.columns(of: table, in: style.width, isCut: isCut)
        self.style = style
        self.section = section
    }

    package mutating func begin(into bytes: inout [UInt8]) {}

    package mutating func row(_ row: Row, into bytes: inout [UInt8]) {
        if !hasHeader { header(into: &bytes) }
        if let section { begin(section(row), into: &bytes) }
        var isSure = true
        /// The further lines of each paragraph.
        var more: [(column: Int, lines: ArraySlice<String>)] = []
        for index in columns.indices {
            let column = columns[index]
            startColumn(column, isSure: isSure, into: &bytes)
            let isDim = style.hasColour && column.isDim
            if isDim { bytes.append(contentsOf: ANSI.dim) }
            var cell = column.cell(row)
            if case .paragraph(let text) = cell {
                let lines = TextWrap.lines(of: text, columns: column.text.width)
                cell = .plain(lines[0])
                if lines.count > 1 { more.append((index, lines.dropFirst())) }
            }
            isSure = append(cell, in: column, to: &bytes)
            if isDim { bytes.append(contentsOf: ANSI.plain) }
        }
        bytes.append(UInt8(ascii: "\n"))
        if !more.isEmpty { append(more, to: &bytes) }
    }

    /// Appends the further lines of paragraphs below their columns.
    private func append(_ more: [(column: Int, lines: ArraySlice<String>)], to bytes: inout [UInt8]) {
        let places = Dictionary(uniqueKeysWithValues: more.map { ($0.column, Array($0.lines)) })
        for line in 0..<(more.map(\.lines.count).max() ?? 0) {
            let last = more.last { line < $0.lines.count }?.column ?? 0
            var isSure = true
            for index in 0...last {
                startColumn(columns[index], isSure: isSure, into: &bytes)
                let lines = places[index] ?? []
                let text = line < lines.count ? lines[line] : ""
                let cell = CellText(
                    width: columns[index].text.width, alignment: columns[index].text.alignment, isFilled: index < last)
                isSure = cell.append(text, to: &bytes)
            }
            bytes.append(UInt8(ascii: "\n"))
        }
    }

    package mutating func end(into bytes: inout [UInt8]) {}

    private mutating func begin(_ section: String, into bytes: inout [UInt8]) {
        guard section != lastSection else { return }
        lastSection = section
        if section.isEmpty { return }
        if style.hasColour { bytes.append(contentsOf: ANSI.bold) }
        bytes.append(contentsOf: section.utf8)
        if style.hasColour { bytes.append(contentsOf: ANSI.plain) }
        bytes.append(UInt8(ascii: "\n"))
    }

    /// Returns whether all terminals agree on the width of the cell.
    @inline(__always)
    private func append(
        _ cell: TableCell, in column: TableRendererColumn<Row>, to bytes: inout [UInt8]
    ) -> Bool {
        switch cell {
        case .text(let text) where text.isStruckThrough:
            column.text.appendStruckThrough(text.text, canStrike: style.hasStrikethrough, to: &bytes)
        case .text(let text): column.text.append(text.text, to: &bytes)
        case .paragraph(let text): column.text.append(text, to: &bytes)
        case .marks(let marks): column.text.append(marks.text, to: &bytes)
        }
    }

    private mutating func header(into bytes: inout [UInt8]) {
        hasHeader = true
        if style.hasColour { bytes.append(contentsOf: ANSI.bold) }
        for column in columns {
            startColumn(column, isSure: true, into: &bytes)
            column.text.append(column.heading, to: &bytes)
        }
        if style.hasColour { bytes.append(contentsOf: ANSI.plain) }
        bytes.append(UInt8(ascii: "\n"))
    }

    @inline(__always)
    private func startColumn(_ column: TableRendererColumn<Row>, isSure: Bool, into bytes: inout [UInt8]) {
        guard column.start > 0 else { return }
        bytes.append(UInt8(ascii: " "))
        bytes.append(UInt8(ascii: " "))
        if !isSure, style.hasCursor { bytes.append(contentsOf: column.cursor) }
    }
}

private enum ANSI {
    static let bold = Array("\u{1B}[1m".utf8)
    static let dim = Array("\u{1B}[2m".utf8)
    static let plain = Array("\u{1B}[0m".utf8)
}

/// A column of a table as the renderer draws it.
struct TableRendererColumn<Row>: Sendable {
    let heading: String
    let start: Int
    let text: CellText
    let isDim: Bool
    let cell: TableModel<Row>.Cell
    /// Moves the cursor to the column's start (ECMA-48, Cursor Character Absolute).
    let cursor: [UInt8]

    /// The columns of a table that fit a width, and requested columns beyond it unless `isCut` is true.
    static func columns(of table: TableModel<Row>, in width: Int, isCut: Bool) -> [TableRendererColumn] {
        let all = table.columns.placed(in: width)
        let placed = isCut ? all.cut(to: width) : all
        return placed.enumerated().map { position, place in
            TableRendererColumn(
                heading: place.column.heading, start: place.start,
                text: CellText(
                    width: place.width, alignment: place.column.alignment, isFilled: position < placed.count - 1),
                isDim: place.column.isDim, cell: table.cells[place.index],
                cursor: Array("\u{1B}[\(place.start + 1)G".utf8))
        }
    }
}
