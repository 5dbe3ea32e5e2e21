/// How the sync of one source ended.
public struct SyncResult: Equatable, Sendable {
    public enum Result: Equatable, Sendable {
        /// The source reports that nothing has changed.
        case unchanged
        case refreshed
        case failed(SourceFailure)
    }

    public var source: String
    /// What changed; nil if the listener may not see counts.
    public var summary: SyncSummary?
    /// What changed in its playlists; nil if none were read, or if the listener may not see counts.
    public var playlists: SyncSummary?
    /// How the sync of its songs ended; `refreshed` as well if only its playlists have changed.
    public var result: Result
    /// Why its playlists could not be read, although its songs were.
    public var playlistsFailure: SourceFailure?

    public init(
        source: String, summary: SyncSummary?, playlists: SyncSummary? = nil, result: Result,
        playlistsFailure: SourceFailure? = nil
    ) {
        self.source = source
        self.summary = summary
        self.playlists = playlists
        self.result = result
        self.playlistsFailure = playlistsFailure
    }
}

/// How far the sync of a source has come.
public struct SyncProgress: Equatable, Sendable {
    public var source: String
    /// How many records have been read; nil if the listener may not see counts.
    public var count: Int?

    public init(source: String, count: Int?) {
        self.source = source
        self.count = count
    }
}
