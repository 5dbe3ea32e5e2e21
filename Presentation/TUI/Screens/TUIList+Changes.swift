/// Changes of visible rows.
extension TUIList {
    mutating func replace(_ change: (TUIRow) -> TUIRow) {
        rows = rows.map(change)
    }

    /// Removes a row that is no longer in the library.
    mutating func remove(_ id: TUIRow.ID) {
        guard let index = rows.firstIndex(where: { $0.id == id }) else { return }
        let candidates = selectionCandidates
        rows.remove(at: index)
        total = total.map { $0 - 1 }
        select(candidates)
    }

    /// Moves a changed row to the end of its new section.
    mutating func move(_ row: TUIRow) {
        guard let index = rows.firstIndex(where: { $0.id == row.id }) else { return }
        let candidates = selectionCandidates
        rows.remove(at: index)
        rows.insert(row, at: rows.firstIndex { row.precedes($0) } ?? rows.count)
        select(candidates)
    }
}

// MARK: - Selection

extension TUIList {
    /// The selected row, followed by the rows of its section that replace it if it leaves the section.
    var selectionCandidates: [TUIRow] {
        guard let row = selected else { return [] }
        guard let section = row.sectionTitle else { return [row] }
        let index = selection - offset
        return (rows[index...] + rows[..<index].reversed()).filter { $0.sectionTitle == section }
    }

    /// Selects the first candidate that is still in its section, on the same line of the screen.
    mutating func select(_ candidates: [TUIRow]) {
        for row in candidates {
            guard let index = nearest(row.id), self.row(at: index)?.sectionTitle == row.sectionTitle else { continue }
            top += index - selection
            selection = index
            break
        }
        clampSelection()
    }

    /// Selects a loaded row and scrolls to it; returns whether it is loaded.
    mutating func select(_ id: TUIRow.ID) -> Bool {
        guard let index = nearest(id) else { return false }
        selection = index
        clampSelection()
        return true
    }

    /// The index of a row; of several rows with the same id, the nearest to the selection.
    private func nearest(_ id: TUIRow.ID) -> Int? {
        if row(at: selection)?.id == id { return selection }
        return rows.indices.lazy.filter { rows[$0].id == id }.map { $0 + offset }
            .min { abs($0 - selection) < abs($1 - selection) }
    }
}
