/// A column at its position in a table of a certain width.
package struct PlacedColumn: Equatable, Sendable {
    /// The width between two columns.
    package static let gap = 2
    package let column: TableColumn
    /// The index of the column's cell in a row.
    package let index: Int
    package let start: Int
    package let width: Int
}

extension [TableColumn] {
    /// The columns that fit a table of a certain width.
    ///
    /// Columns are dropped by priority until the others have their minimum width; one column always remains.
    package func placed(in tableWidth: Int, showsCommandIDs: Bool = true) -> [PlacedColumn] {
        let candidates = enumerated().filter { showsCommandIDs || !$0.element.isCommandID }
        let shown = Self.fitting(candidates.map { (index: $0.offset, column: $0.element) }, in: tableWidth)
        var free = tableWidth - PlacedColumn.gap * (shown.count - 1) - shown.reduce(0) { $0 + $1.column.fixedWidth }
        var parts = shown.reduce(0) { $0 + $1.column.parts }
        var start = 0
        return shown.map { index, column in
            var width = Swift.min(column.fixedWidth, Swift.max(1, tableWidth))
            if column.parts > 0 {
                width = Swift.max(1, free * column.parts / parts)
                free -= width
                parts -= column.parts
            }
            defer { start += width + PlacedColumn.gap }
            return PlacedColumn(column: column, index: index, start: start, width: width)
        }
    }

    private static func fitting(
        _ candidates: [(index: Int, column: TableColumn)], in tableWidth: Int
    ) -> [(index: Int, column: TableColumn)] {
        var shown = candidates
        while shown.count > 1, minimumWidth(of: shown.map(\.column)) > tableWidth {
            guard let dropped = shown.indices.min(by: { shown[$0].column.priority < shown[$1].column.priority }) else {
                break
            }
            shown.remove(at: dropped)
        }
        return shown
    }

    private static func minimumWidth(of columns: [TableColumn]) -> Int {
        columns.reduce(PlacedColumn.gap * (columns.count - 1)) { $0 + $1.minimumWidth }
    }
}
