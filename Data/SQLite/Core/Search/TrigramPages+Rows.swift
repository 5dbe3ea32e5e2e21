/// The rows of texts that have trigrams.
///
/// Intersecting the rows of a frequent word's trigrams takes a tenth of the time of FTS5, which finds them one by one.
extension TrigramPages {
    /// Returns the rows that contain a text of each list, and possibly others: removed ones, ones with the trigrams in
    /// another order, and a few with some of the trigrams. Returns nil if a page has another format.
    func rows(matching lists: [[SearchTextIndex.Term]]) throws -> RowSet? {
        var found: RowSet?
        for terms in lists {
            if let found, found.count < RowSet.directComparisonLimit { break }
            var rows = RowSet()
            for term in terms {
                guard let rowsOfTerm = try self.rows(matching: term) else { return nil }
                rows.formUnion(rowsOfTerm)
            }
            found = found?.intersection(rows) ?? rows
        }
        return found
    }

    private func rows(matching term: SearchTextIndex.Term) throws -> RowSet? {
        var found: RowSet?
        for trigram in term.trigrams {
            if let found, found.count < RowSet.directComparisonLimit { break }
            var rows = RowSet()
            let isRead = try forEachRow(ofTrigramsBeginningWith: trigram) {
                rows.insert($0)
                return true
            }
            guard isRead else { return nil }
            found = found?.intersection(rows) ?? rows
        }
        return found
    }
}
