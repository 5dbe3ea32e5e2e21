public import Foundation

/// How the sync of one source ended.
public struct SyncResult: Equatable, Sendable {
    /// How the sync ended.
    public enum Outcome: Equatable, Sendable {
        /// The source reports that nothing has changed.
        case unchanged
        case refreshed
        case failed(SourceFailure)
    }

    public var source: String
    /// The changes of songs; nil if the listener may not see counts.
    public var summary: SyncSummary?
    /// The changes of playlists; nil if none were read, or if the listener may not see counts.
    public var playlists: SyncSummary?
    /// The changes of bookmarks by its stars; nil if none were read, or if the listener may not see counts.
    public var stars: SyncSummary?
    /// How the sync of its songs ended; `refreshed` as well if only its playlists or stars have changed.
    public var result: Outcome
    /// Why its playlists could not be read, although its songs were.
    public var playlistsFailure: SourceFailure?
    /// Why its stars could not be read or changed, although its songs were read.
    public var starsFailure: SourceFailure?
    /// The number of changed bookmarks and ratings, and of plays, that wait for it; nil without stars, or if counts are hidden.
    public var waiting: Int?
    /// Whether the source may have more songs or playlists than were read, so that none were removed.
    public var isPartial: Bool
    /// The issue that the library stores; nil if the sync read everything.
    public var issue: SyncIssue?

    public init(
        source: String, summary: SyncSummary?, playlists: SyncSummary? = nil, stars: SyncSummary? = nil,
        result: Outcome, playlistsFailure: SourceFailure? = nil, starsFailure: SourceFailure? = nil,
        waiting: Int? = nil, isPartial: Bool = false, issue: SyncIssue? = nil
    ) {
        self.source = source
        self.summary = summary
        self.playlists = playlists
        self.stars = stars
        self.result = result
        self.playlistsFailure = playlistsFailure
        self.starsFailure = starsFailure
        self.waiting = waiting
        self.isPartial = isPartial
        self.issue = issue
    }
}

/// The progress of a source's sync.
public struct SyncProgress: Equatable, Sendable {
    public var source: String
    /// How many records have been read; nil if the listener may not see counts.
    public var count: Int?

    public init(source: String, count: Int?) {
        self.source = source
        self.count = count
    }
}

extension SyncResult {
    /// Returns the issue of a sync that ended at `time`; nil if it read everything.
    public func issue(at time: Date) -> SyncIssue? {
        if case .failed(let failure) = result { return SyncIssue(.songs(failure.cause), at: time) }
        if let playlistsFailure { return SyncIssue(.playlists(playlistsFailure.cause), at: time) }
        if let starsFailure { return SyncIssue(.stars(starsFailure.cause), at: time) }
        return isPartial ? SyncIssue(.incomplete, at: time) : nil
    }

    /// Creates the result of a sync of which only a stored issue is known.
    public init(_ issue: SyncIssue, of source: Source) {
        self.init(source: source.name, summary: nil, result: .refreshed, issue: issue)
        switch issue.cause {
        case .songs(let cause): result = .failed(SourceFailure(cause, address: source.shownAddress))
        case .playlists(let cause):
            playlistsFailure = SourceFailure(cause, address: source.shownPlaylists ?? source.shownAddress)
        case .stars(let cause): starsFailure = SourceFailure(cause, address: source.shownAddress)
        case .incomplete: isPartial = true
        }
    }
}
