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
/// If rows belong to sections, the title of each section precedes its first row.
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
        for column in columns {
            startColumn(column, isSure: isSure, into: &bytes)
            let isDim = style.hasColour && column.isDim
            if isDim { bytes.append(contentsOf: ANSI.dim) }
            isSure = append(column.cell(row), in: column, to: &bytes)
            if isDim { bytes.append(contentsOf: ANSI.plain) }
        }
        bytes.append(UInt8(ascii: "\n"))
    }

    package mutating func end(into bytes: inout [UInt8]) {}

    private mutating func begin(_ section: String, into bytes: inout [UInt8]) {
        guard section != lastSection else { return }
        lastSection = section
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
