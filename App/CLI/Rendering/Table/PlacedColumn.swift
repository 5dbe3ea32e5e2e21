import FermataPresentation

/// A column with its place in a table of a certain width.
struct PlacedColumn<Row: RowModel>: Sendable {
    private static var gap: Int { 2 }
    let heading: String
    let start: Int
    let cell: CellText
    let isDim: Bool
    let text: @Sendable (Row) -> String
    let isStruckThrough: (@Sendable (Row) -> Bool)?
    /// Puts the cursor where the column starts (ECMA-48, Cursor Character Absolute).
    let cursor: [UInt8]

    static func placed(_ columns: [TableColumn<Row>], in tableWidth: Int) -> [PlacedColumn] {
        let shown = columns.filter { $0.minimumTableWidth <= tableWidth }
        let widths = ColumnWidths(shown.map(\.width.room), in: tableWidth, gap: gap).widths
        var start = 0
        return zip(shown, widths).enumerated().map { position, item in
            let (column, width) = item
            defer { start += width + gap }
            let isLast = position == shown.count - 1
            return PlacedColumn(
                heading: column.heading, start: start,
                cell: CellText(width: width, alignment: column.alignment, isFilled: !isLast), isDim: column.isDim,
                text: column.text, isStruckThrough: column.isStruckThrough,
                cursor: Array("\u{1B}[\(start + 1)G".utf8))
        }
    }
}

extension TableColumn.Width {
    fileprivate var room: ColumnWidths.Room {
        switch self {
        case .fixed(let width): .fixed(width)
        case .share(let parts): .share(parts)
        }
    }
}
