/// A table of rows: its columns, the cells of a row, and the text of a table without rows.
///
/// Each list has one model. The command line and the TUI draw their tables from it.
package struct TableModel<Row>: Sendable {
    package typealias Cell = @Sendable (Row) -> TableCell

    /// A column and the function that makes its cells.
    struct Column {
        let column: TableColumn
        let cell: Cell

        init(
            _ heading: String, _ width: TableColumn.Width, _ alignment: TableColumn.Alignment = .leading, priority: Int,
            isDim: Bool = false, isCommandID: Bool = false, cell: @escaping Cell
        ) {
            column = TableColumn(
                heading: heading, width: width, alignment: alignment, priority: priority, isDim: isDim,
                isCommandID: isCommandID)
            self.cell = cell
        }
    }

    package let columns: [TableColumn]
    /// One function for each column.
    package let cells: [Cell]
    package let emptyText: EmptyListText

    init(_ columns: [Column], emptyText: EmptyListText = .none) {
        self.init(columns: columns.map(\.column), cells: columns.map(\.cell), emptyText: emptyText)
    }

    private init(columns: [TableColumn], cells: [Cell], emptyText: EmptyListText) {
        self.columns = columns
        self.cells = cells
        self.emptyText = emptyText
    }

    /// The same table with another text for the case of no rows.
    package func whenEmpty(_ emptyText: EmptyListText) -> TableModel {
        TableModel(columns: columns, cells: cells, emptyText: emptyText)
    }

    /// The cells of a row in some of the table's columns.
    func cells(of row: Row, in columns: [PlacedColumn]) -> [TableCell] { columns.map { cells[$0.index](row) } }
}
