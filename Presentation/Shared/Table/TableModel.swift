/// A table of rows: its columns, the cells of a row, and the text of a table without rows.
///
/// Each list has one model. The command line and the TUI draw their tables from it.
package struct TableModel<Row>: Sendable {
    package typealias Cell = @Sendable (Row) -> TableCell

    /// A column and the function that makes its cells.
    struct Column {
        let column: TableColumn
        let cell: Cell

        /// `key` is the key of `--fields` that the column shows: by default its heading in lower case.
        init(
            _ heading: String, _ width: TableColumn.Width, _ alignment: TableColumn.Alignment = .leading, priority: Int,
            key: String? = nil, isDim: Bool = false, isCommandID: Bool = false, cell: @escaping Cell
        ) {
            column = TableColumn(
                heading: heading, key: key ?? heading.lowercased(), width: width, alignment: alignment,
                priority: priority, isDim: isDim, isCommandID: isCommandID)
            self.cell = cell
        }

        init(_ column: TableColumn, cell: @escaping Cell) {
            self.column = column
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

    /// The same table of other rows, each of which contains a row of this table.
    func showing<Other>(_ row: @escaping @Sendable (Other) -> Row) -> TableModel<Other> {
        TableModel<Other>(columns: columns, cells: cells.map { cell in { cell(row($0)) } }, emptyText: emptyText)
    }

    /// The same table with the columns of some keys only, in their order.
    ///
    /// A key without a column gets one with the text of its value.
    package func showing(_ fields: [Row.Field]) -> TableModel where Row: RowModel {
        let chosen = fields.map { field in
            guard let index = columns.firstIndex(where: { $0.key == field.rawValue }) else {
                return Column(Self.column(of: field)) { .plain($0.value(of: field).text) }
            }
            var column = columns[index]
            column.isRequested = true
            return Column(column, cell: cells[index])
        }
        return TableModel(chosen, emptyText: emptyText)
    }

    private static func column(of field: Row.Field) -> TableColumn where Row: RowModel {
        let heading = field.rawValue.firstLetterUppercased
        return TableColumn(
            heading: heading, key: field.rawValue,
            width: field.valueKind.width.map { .fixed(max(heading.count, $0)) } ?? .share(2),
            alignment: field.valueKind.isNumber ? .trailing : .leading, priority: 0, isRequested: true)
    }

    /// The cells of a row in some of the table's columns.
    func cells(of row: Row, in columns: [PlacedColumn]) -> [TableCell] { columns.map { cells[$0.index](row) } }
}
