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
        var room = tableWidth - gap * max(0, shown.count - 1) - shown.reduce(0) { $0 + $1.width.fixed }
        var parts = shown.reduce(0) { $0 + $1.width.parts }
        var start = 0
        return shown.enumerated().map { position, column in
            var width = column.width.fixed
            if column.width.parts > 0 {
                width = max(1, room * column.width.parts / parts)
                room -= width
                parts -= column.width.parts
            }
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
    fileprivate var fixed: Int { if case .fixed(let width) = self { width } else { 0 } }
    fileprivate var parts: Int { if case .share(let parts) = self { parts } else { 0 } }
}
