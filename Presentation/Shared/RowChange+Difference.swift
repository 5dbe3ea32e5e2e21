extension RowChange where Row: Identifiable & Equatable {
    /// The changes from one state of some rows to another: the fewest rows move. O(n log n).
    ///
    /// Removals come first, from the last row to the first; then all else, from the first row to the last.
    static func changes(from former: [Row], to rows: [Row]) -> [RowChange] {
        let kept = keptRows(from: former, to: rows)
        var isKept = Array(repeating: false, count: former.count)
        for case let place? in kept { isKept[place] = true }
        var changes = former.indices.reversed().filter { !isKept[$0] }.map(RowChange.remove)
        for (position, place) in kept.enumerated() {
            if let place {
                if former[place] != rows[position] { changes.append(.update(rows[position], at: position)) }
            } else {
                changes.append(.insert(rows[position], at: position))
            }
        }
        return changes
    }

    /// Where each row stood before, for as many as can stay in their order; nil for the others.
    ///
    /// It is a longest increasing subsequence of the former places.
    /// Source: M. L. Fredman, "On computing the length of longest increasing subsequences", 1975.
    private static func keptRows(from former: [Row], to rows: [Row]) -> [Int?] {
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
        var kept: [Int?] = Array(repeating: nil, count: rows.count)
        var next = ends.last
        while let index = next {
            kept[candidates[index].position] = candidates[index].place
            next = predecessors[index]
        }
        return kept
    }
}

extension [Int] {
    /// The first index whose element passes, where all after it pass too. O(log n).
    fileprivate func partitioningIndex(where passes: (Int) -> Bool) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = (low + high) / 2
            if passes(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
