import FermataPresentation

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
