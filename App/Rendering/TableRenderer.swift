package import FermataPresentation

/// What a table may rely on where it is shown.
package struct TableStyle: Equatable, Sendable {
    package static let minimumWidth = 80
    package static let file = TableStyle(width: 100)
    /// Columns of the terminal.
    package let width: Int
    package let hasColour: Bool
    /// Whether the cursor can be put in a column, which lines up even what terminals differ on.
    package let hasCursor: Bool

    package init(width: Int, hasColour: Bool = false, hasCursor: Bool = false) {
        self.width = max(Self.minimumWidth, width)
        self.hasColour = hasColour
        self.hasCursor = hasCursor
    }
}

/// Prints rows as a table whose columns line up; the header comes with the first row.
package struct TableRenderer<Row: RowModel>: RowRenderer {
    private let columns: [PlacedColumn<Row>]
    private let style: TableStyle
    private var hasHeader = false

    package init(columns: [TableColumn<Row>], style: TableStyle) {
        self.columns = PlacedColumn.placed(columns, in: style.width)
        self.style = style
    }

    package mutating func begin(into bytes: inout [UInt8]) {}

    package mutating func row(_ row: Row, into bytes: inout [UInt8]) {
        if !hasHeader { header(into: &bytes) }
        var isSure = true
        for column in columns {
            startColumn(column, isSure: isSure, into: &bytes)
            let isDim = style.hasColour && column.isDim
            if isDim { bytes.append(contentsOf: ANSI.dim) }
            isSure = column.cell.append(column.text(row), to: &bytes)
            if isDim { bytes.append(contentsOf: ANSI.plain) }
        }
        bytes.append(UInt8(ascii: "\n"))
    }

    package mutating func end(into bytes: inout [UInt8]) {}

    private mutating func header(into bytes: inout [UInt8]) {
        hasHeader = true
        if style.hasColour { bytes.append(contentsOf: ANSI.bold) }
        for column in columns {
            startColumn(column, isSure: true, into: &bytes)
            column.cell.append(column.heading, to: &bytes)
        }
        if style.hasColour { bytes.append(contentsOf: ANSI.plain) }
        bytes.append(UInt8(ascii: "\n"))
    }

    @inline(__always)
    private func startColumn(_ column: PlacedColumn<Row>, isSure: Bool, into bytes: inout [UInt8]) {
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
