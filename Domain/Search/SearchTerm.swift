/// A condition of a search.
public struct SearchTerm: Equatable, Sendable {
    /// A text, a number in a range, or a state.
    public enum Condition: Equatable, Sendable {
        case text(SearchField, SearchWord)
        case number(SearchNumber, ClosedRange<Int>)
        case state(SearchState)
    }

    public var condition: Condition
    /// Whether songs that meet the condition are excluded.
    public var isNegated: Bool

    public init(_ condition: Condition, isNegated: Bool = false) {
        self.condition = condition
        self.isNegated = isNegated
    }
}

/// The names in which a word is searched. Without a key, it is searched in title, artist and album.
public enum SearchField: String, Equatable, Sendable, CaseIterable {
    case anywhere, artist, album, title, genre, source
}

/// A number of a song, searched in a range.
public enum SearchNumber: String, Equatable, Sendable, CaseIterable {
    /// The year of the release.
    case year
    /// When the song was added, in seconds since 1970.
    case added
    /// In seconds.
    case duration
}

/// A property of a song.
public enum SearchState: String, Equatable, Sendable, CaseIterable {
    case bookmarked, downloaded, explicit, clean, played
}
