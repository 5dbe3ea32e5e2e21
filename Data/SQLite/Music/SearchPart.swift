import FermataDomain

/// A part of the results of a search, found separately.
struct SearchPart {
    let part: OrderedPart
    /// Nil for all ranks.
    let rank: SearchRank?
    /// Contain all songs of the part.
    let candidates: SearchCandidates
}

/// How far an order is walked to find the first rows of a part.
struct SearchBudget {
    /// The most rows that are walked, each in a fraction of a microsecond.
    let steps: Int
    /// The most rows that are compared with the words, each in a few microseconds.
    let comparisons: Int
    /// The most comparisons in succession that find nothing.
    let misses: Int

    /// Ends after a millisecond where nothing is found, and after some milliseconds elsewhere.
    static let probe = SearchBudget(steps: 5_000, comparisons: 400, misses: 150)
    /// Ends after some milliseconds.
    static let first = SearchBudget(steps: 20_000, comparisons: 1_000, misses: .max)
    static let unlimited = SearchBudget(steps: .max, comparisons: .max, misses: .max)

    /// The budget with at least the steps that fit into half the time of sorting a number of candidates.
    func atLeastHalfOfSorting(_ candidates: Int) -> SearchBudget {
        SearchBudget(steps: max(steps, candidates * 4), comparisons: comparisons, misses: misses)
    }
}
