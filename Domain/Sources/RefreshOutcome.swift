/// How the refresh of one source ended.
public struct RefreshOutcome: Equatable, Sendable {
    public enum Result: Equatable, Sendable {
        /// The source said that nothing has changed.
        case unchanged
        case refreshed
        case failed(SourceFailure)
    }

    public var source: String
    public var summary: RefreshSummary
    /// What was found of its playlists; nil where it has none, or they were not read.
    public var playlists: RefreshSummary?
    public var result: Result

    public init(source: String, summary: RefreshSummary, playlists: RefreshSummary? = nil, result: Result) {
        self.source = source
        self.summary = summary
        self.playlists = playlists
        self.result = result
    }
}

/// How far the refresh of a source has come.
public struct RefreshProgress: Equatable, Sendable {
    public var source: String
    /// How many records have been read.
    public var count: Int

    public init(source: String, count: Int) {
        self.source = source
        self.count = count
    }
}
