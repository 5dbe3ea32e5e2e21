import FermataDomain

/// Songs that precede or follow all others of a query, read from one index in their order.
struct OrderedPart {
    /// Nil for all songs.
    let isBookmarked: Bool?
    /// Nil for all songs.
    let isPlayed: Bool?
    let ordering: MusicOrdering

    /// The parts of a query in their order. Songs that were never played follow in the order of titles.
    static func parts(of query: MusicQuery) -> [OrderedPart] {
        let bookmarks: [Bool?] = query.bookmarkedOnly ? [true] : query.bookmarkedFirst ? [true, false] : [nil]
        let ordering = MusicOrdering(query.orderWithinRank)
        return bookmarks.flatMap { isBookmarked in
            guard ordering.isOfPlayedSongs else {
                return [OrderedPart(isBookmarked: isBookmarked, isPlayed: nil, ordering: ordering)]
            }
            return [
                OrderedPart(isBookmarked: isBookmarked, isPlayed: true, ordering: ordering),
                OrderedPart(isBookmarked: isBookmarked, isPlayed: false, ordering: MusicOrdering(.title)),
            ]
        }
    }

    var conditions: [SQLCondition] {
        (isBookmarked.map { [SQLCondition("bookmarked = \($0 ? 1 : 0)")] } ?? [])
            + (isPlayed.map { [$0 ? SQLCondition("played IS NOT NULL") : Self.isNeverPlayed] } ?? [])
    }

    /// Unlike a condition on the row, this is decided without reading it.
    private static let isNeverPlayed = SQLCondition(
        "music.row NOT IN (SELECT played.row FROM music AS played WHERE played.played IS NOT NULL)")

    /// The index of only these songs in their order; nil if there is none.
    var index: SQLIndex? {
        if isPlayed == true { return ordering.playedIndex }
        return isBookmarked == true ? ordering.bookmarkIndex : nil
    }
}
