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
    /// Each column that fits beside those of higher priority is shown at its minimum width or wider; one column is
    /// always shown. All requested columns are shown, in a wider table if necessary.
    /// With `keys`, only columns with these keys are.
    package func placed(
        in tableWidth: Int, showsCommandIDs: Bool = true, keys: [String]? = nil
    ) -> [PlacedColumn] {
        let candidates = enumerated().filter { _, column in
            (showsCommandIDs || !column.isCommandID) && keys?.contains(column.key) ?? true
        }
        let shown = Self.fitting(candidates.map { (index: $0.offset, column: $0.element) }, in: tableWidth)
        var free = tableWidth + PlacedColumn.gap - shown.reduce(0) { $0 + $1.column.minimumWidth + PlacedColumn.gap }
        if shown.contains(where: \.column.isRequested) { free = Swift.max(0, free) }
        var parts = shown.reduce(0) { $0 + $1.column.parts }
        var start = 0
        return shown.map { index, column in
            var width = column.minimumWidth
            if column.parts > 0 {
                let extra = free * column.parts / parts
                width += extra
                free -= extra
                parts -= column.parts
            } else if !column.isRequested {
                width = Swift.min(width, tableWidth)
            }
            width = Swift.max(1, width)
            defer { start += width + PlacedColumn.gap }
            return PlacedColumn(column: column, index: index, start: start, width: width)
        }
    }

    private static func fitting(
        _ candidates: [(index: Int, column: TableColumn)], in tableWidth: Int
    ) -> [(index: Int, column: TableColumn)] {
        var shown: [(index: Int, column: TableColumn)] = []
        var free = tableWidth
        for candidate in candidates.sorted(by: { $0.column.priority > $1.column.priority }) {
            let column = candidate.column
            let fits = column.minimumWidth <= free && column.minimumTableWidth <= tableWidth
            guard column.isRequested || shown.isEmpty || fits else { continue }
            shown.append(candidate)
            free -= column.minimumWidth + PlacedColumn.gap
        }
        return shown.sorted { $0.index < $1.index }
    }
}

extension [PlacedColumn] {
    /// The columns that begin left of an edge; the last one ends there.
    package func cut(to edge: Int) -> [PlacedColumn] {
        filter { $0.start < edge }.map { place in
            let width = Swift.min(place.width, edge - place.start)
            return PlacedColumn(column: place.column, index: place.index, start: place.start, width: width)
        }
    }
}
