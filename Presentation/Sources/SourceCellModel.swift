public import FermataDomain
public import Foundation

/// A row of the list of sources.
public struct SourceCellModel: Equatable, Sendable {
    let source: Source
    let now: Date?
    /// The result of this program's latest sync of the source; nil before the first one.
    let latestInProcess: SyncResultCellModel?
    /// The progress of the source's running sync; nil while none runs.
    public var progress: SyncProgressText?

    /// Shows the age of the last sync at `now`. Shows the time instead of the age without `now`, for cached rows.
    public init(
        _ source: Source, now: Date? = nil, latest: SyncResultCellModel? = nil, progress: SyncProgressText? = nil
    ) {
        self.source = source
        self.now = now
        latestInProcess = latest
        self.progress = progress
    }

    /// The hint after a source was added or its address changed.
    public var syncHint: String { "To read it into the library, run: fermata sync \(name.shellWord)" }

    public var name: String { source.name }
    public var kind: String { source.kind }
    /// The address without its query, which may contain a secret.
    public var address: String { source.shownAddress }
    /// The address of its playlists without a query; nil if it has none.
    public var playlists: String? { source.shownPlaylists }
    /// Empty for a listener who may not see counts.
    public var countText: String { source.count.map { CountText($0, "song").text } ?? "" }
    /// How many changes of bookmarks wait for it; empty if none does.
    public var waitingText: String {
        guard let waiting = source.waiting, waiting > 0 else { return "" }
        return CountText(waiting, "change").text
    }
    /// When it was last read completely: `never`, `3 minutes ago`, or the time itself without a `now`.
    public var ageText: String {
        guard let refreshed = source.refreshed else { return "never" }
        return now.map { AgeText(of: refreshed, now: $0).text } ?? TimestampText(refreshed)?.text ?? ""
    }
}
