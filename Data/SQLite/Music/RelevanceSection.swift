import FermataDomain

/// The songs of one rank, or of the two last ranks, among the results of a search: a condition on their rows.
struct RelevanceSection {
    /// A condition that the columns decide.
    let columns: SQLCondition
    /// Indexed selections that together find every row of the section; nil if the search text decides.
    let indexed: [SQLCondition]?
    /// Whether songs in which each word begins a word of the search text come first.
    let ranksBeginnings: Bool

    /// The sections from the best rank on.
    static func all(of relevance: SearchRelevance) -> [RelevanceSection] {
        let key: [String: SQLValue] = ["rank_key": .text(relevance.key.text)]
        guard !relevance.key.isEmpty else {
            // Names without letters and digits have no key, and are compared as they are.
            let values = key.merging(["rank_name": .text(relevance.name)]) { $1 }
            return ranked(
                equal: ["title", "artist"].map {
                    SQLCondition("\($0)_key = :rank_key AND \($0) = :rank_name", values)
                }, beginning: [])
        }
        let range = key.merging(["rank_last": .text(relevance.key.text + "\u{10FFFF}")]) { $1 }
        return ranked(
            equal: ["title_key", "artist_key"].map { SQLCondition("\($0) = :rank_key", key) },
            beginning: ["title_key", "artist_key"].map {
                SQLCondition("\($0) BETWEEN :rank_key AND :rank_last", range)
            })
    }

    private static func ranked(equal: [SQLCondition], beginning: [SQLCondition]) -> [RelevanceSection] {
        let (isEqual, begins) = (SQLCondition.any(equal), SQLCondition.any(beginning))
        let isNeither = SQLCondition.all([isEqual.negated] + (beginning.isEmpty ? [] : [begins.negated]))
        let first = [RelevanceSection(columns: isEqual, indexed: equal, ranksBeginnings: false)]
        let second =
            beginning.isEmpty
            ? []
            : [RelevanceSection(columns: .all([isEqual.negated, begins]), indexed: beginning, ranksBeginnings: false)]
        return first + second + [RelevanceSection(columns: isNeither, indexed: nil, ranksBeginnings: true)]
    }
}
