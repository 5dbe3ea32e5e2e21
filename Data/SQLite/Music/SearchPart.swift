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

    /// The attempts: some milliseconds, then some ten milliseconds.
    static let all = [
        SearchEffort(candidates: 30_000, steps: 20_000, comparisons: 1_000),
        SearchEffort(candidates: .max, steps: 300_000, comparisons: 10_000),
    ]
}
