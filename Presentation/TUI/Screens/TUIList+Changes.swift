/// Rows that change while they are shown.
extension TUIList {
    mutating func replace(_ change: (TUIRow) -> TUIRow) {
        rows = rows.map(change)
    }

    /// Takes a row out that is no more in the library.
    mutating func remove(_ id: TUIRow.ID) {
        guard let index = rows.firstIndex(where: { $0.id == id }) else { return }
        let followed = followed
        rows.remove(at: index)
        total = total.map { $0 - 1 }
        select(followed)
    }

    /// Puts a row that has changed at the end of the section that it belongs to now.
    mutating func move(_ row: TUIRow) {
        guard let index = rows.firstIndex(where: { $0.id == row.id }) else { return }
        let followed = followed
        rows.remove(at: index)
        rows.insert(row, at: rows.firstIndex { row.stands(before: $0) } ?? rows.count)
        select(followed)
    }
}

// MARK: - What stays selected

extension TUIList {
    /// The row that is selected; in a list of sections then those that take its place should it leave its own.
    var followed: [TUIRow] {
        guard let row = selected else { return [] }
        guard let section = row.sectionTitle else { return [row] }
        let index = selection - offset
        return (rows[index...] + rows[..<index].reversed()).filter { $0.sectionTitle == section }
    }

    /// Selects the first of these that is in its section still; it stands where the selected row stood.
    mutating func select(_ followed: [TUIRow]) {
        for row in followed {
            guard let index = nearest(row.id), self.row(at: index)?.sectionTitle == row.sectionTitle else { continue }
            top += index - selection
            selection = index
            break
        }
        show()
    }

    /// Where a row stands now; of several of the same, the one nearest to the selection.
    private func nearest(_ id: TUIRow.ID) -> Int? {
        if row(at: selection)?.id == id { return selection }
        return rows.indices.lazy.filter { rows[$0].id == id }.map { $0 + offset }
            .min { abs($0 - selection) < abs($1 - selection) }
    }
}
