import FermataDomain

/// A part of the results of a search, found on its own.
struct SearchPart {
    /// Nil for all songs.
    let isBookmarked: Bool?
    /// Nil for all ranks.
    let rank: SearchRank?
    /// Contain all songs of the part.
    let candidates: SearchCandidates
}

/// How much is read to find the first rows of a part before reading more candidates.
struct SearchEffort {
    /// The most candidates that are read for each word.
    let candidates: Int
    /// The most rows that are walked, each in a fraction of a microsecond.
    let steps: Int
    /// The most rows that are compared with the words, each in a few microseconds.
    let comparisons: Int
    /// The most candidates that are rather sorted and compared than reduced by reading further ones.
    let sorted: Int

    /// A few milliseconds, some ten milliseconds, then as much as it takes.
    static let all = [
        SearchEffort(candidates: 30_000, steps: 20_000, comparisons: 1_000, sorted: 0),
        SearchEffort(candidates: 300_000, steps: 200_000, comparisons: 10_000, sorted: 50_000),
        SearchEffort(candidates: .max, steps: 200_000, comparisons: .max, sorted: .max),
    ]
}
