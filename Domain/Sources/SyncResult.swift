/// How the refresh of one source ended.
public struct SyncResult: Equatable, Sendable {
    public enum Result: Equatable, Sendable {
        /// The source said that nothing has changed.
        case unchanged
        case refreshed
        case failed(SourceFailure)
    }

    public var source: String
    public var summary: SyncSummary
    /// What was found of its playlists; nil where it has none, or they were not read.
    public var playlists: SyncSummary?
    public var result: Result

    public init(source: String, summary: SyncSummary, playlists: SyncSummary? = nil, result: Result) {
        self.source = source
        self.summary = summary
        self.playlists = playlists
        self.result = result
    }
}

/// How far the refresh of a source has come.
public struct SyncProgress: Equatable, Sendable {
    public var source: String
    /// How many records have been read.
    public var count: Int

    public init(source: String, count: Int) {
        self.source = source
        self.count = count
    }
}
