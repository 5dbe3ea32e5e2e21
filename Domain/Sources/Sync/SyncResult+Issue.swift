public import Foundation

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
