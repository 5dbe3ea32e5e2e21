import FermataDomain

/// A part of the results of a search, found on its own.
struct SearchPart {
    let part: OrderedPart
    /// Nil for all ranks.
    let rank: SearchRank?
    /// Contain all songs of the part.
    let candidates: SearchCandidates
}

/// The limits of one attempt to find the first rows of a part; the next attempt has greater ones.
struct SearchEffort {
    /// The most candidates that are read for each word.
    let candidates: Int
    /// The most rows that are walked, each in a fraction of a microsecond.
    let steps: Int
    /// The most rows that are compared with the words, each in a few microseconds.
    let comparisons: Int
    /// Up to this number of candidates, sorting and comparing them is cheaper than another attempt.
    let sorted: Int

    /// The attempts: some milliseconds, some ten milliseconds, then without a limit.
    static let all = [
        SearchEffort(candidates: 30_000, steps: 20_000, comparisons: 1_000, sorted: 0),
        SearchEffort(candidates: 300_000, steps: 200_000, comparisons: 10_000, sorted: 50_000),
        SearchEffort(candidates: .max, steps: 200_000, comparisons: .max, sorted: .max),
    ]
}
