extension RowChange where Row: Identifiable & Equatable {
    /// The changes from some rows to others that move the fewest rows. O(n log n).
    ///
    /// Removals come first, from the last row to the first; then the other changes, from the first row to the last.
    static func changes(from former: [Row], to rows: [Row]) -> [RowChange] {
        let positions = stableRows(from: former, to: rows)
        var isStable = Array(repeating: false, count: former.count)
        for case let place? in positions { isStable[place] = true }
        var changes = former.indices.reversed().filter { !isStable[$0] }.map(RowChange.remove)
        for (position, place) in positions.enumerated() {
            if let place {
                if former[place] != rows[position] { changes.append(.update(rows[position], at: position)) }
            } else {
                changes.append(.insert(rows[position], at: position))
            }
        }
        return changes
    }

    /// The previous position of each row that keeps its relative order; nil for the other rows.
    ///
    /// The positions are a longest increasing subsequence of the previous positions.
    /// Source: M. L. Fredman, "On computing the length of longest increasing subsequences", 1975.
    private static func stableRows(from former: [Row], to rows: [Row]) -> [Int?] {
        let places = Dictionary(zip(former.map(\.id), former.indices)) { first, _ in first }
        let candidates = rows.indices.compactMap { position in
            places[rows[position].id].map { (position: position, place: $0) }
        }
        var ends: [Int] = []
        var predecessors: [Int?] = []
        for (index, candidate) in candidates.enumerated() {
            let length = ends.partitioningIndex { candidates[$0].place >= candidate.place }
            predecessors.append(length > 0 ? ends[length - 1] : nil)
            if length < ends.count { ends[length] = index } else { ends.append(index) }
        }
        var positions: [Int?] = Array(repeating: nil, count: rows.count)
        var next = ends.last
        while let index = next {
            positions[candidates[index].position] = candidates[index].place
            next = predecessors[index]
        }
        return positions
    }
}

extension [Int] {
    /// The first index whose element passes, if all later elements pass too. O(log n).
    fileprivate func partitioningIndex(where passes: (Int) -> Bool) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = (low + high) / 2
            if passes(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
