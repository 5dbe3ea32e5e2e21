import FermataDomain

/// How an index finds the songs of each rank.
struct RelevanceSections {
    /// The ranks that songs can have, the best one first, and candidates that contain all their songs.
    let ranks: [(rank: SearchRank, candidates: SearchCandidates)]

    /// `candidates` contain all results of the search, which contain a text of each list.
    init(_ relevance: SearchRelevance, texts: [[String]], candidates: SearchCandidates) {
        let key = relevance.key
        let equal = Self.songs(withKey: key) { "\($0) = :rank_key" }
        // No key contains the byte FF, which is greater than all bytes of UTF-8.
        let beginning = Self.songs(withKey: key) { "\($0) >= :rank_key AND \($0) < :rank_key || CAST(x'FF' AS TEXT)" }
        let wordBeginnings = SearchCandidates(containing: texts + relevance.words.map(\.beginnings))
        ranks =
            [(.equal, equal)] + (key.isEmpty ? [] : [(.beginning, beginning)])
            + [(.wordBeginnings, wordBeginnings), (.elsewhere, candidates)]
    }

    private static func songs(withKey key: SortKey, where condition: (String) -> String) -> SearchCandidates {
        let selections = ["title_key", "artist_key"].map { "SELECT row FROM music WHERE \(condition($0))" }
        return SearchCandidates([
            SQLCondition(selections.joined(separator: " UNION ALL "), ["rank_key": .text(key.text)])
        ])
    }
}
