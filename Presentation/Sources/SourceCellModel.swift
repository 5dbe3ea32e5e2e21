public import FermataDomain
public import Foundation

/// A row of the list of sources.
public struct SourceCellModel: Equatable, Sendable {
    let source: Source
    private let now: Date?

    /// Shows the age of the last sync at `now`; without it, the time, so that the row stays true for longer.
    public init(_ source: Source, now: Date? = nil) {
        self.source = source
        self.now = now
    }

    public var name: String { source.name }
    public var kind: String { source.kind }
    /// The address without its query, which may contain a secret.
    public var address: String { source.shownAddress }
    /// The address of its playlists without a query; nil if it has none.
    public var playlists: String? { source.shownPlaylists }
    /// Empty for a listener who may not see counts.
    public var countText: String { source.count.map { CountText($0, "song").text } ?? "" }
    /// When it was last read completely: `never`, `3 minutes ago`, or the time itself without a `now`.
    public var ageText: String {
        guard let refreshed = source.refreshed else { return "never" }
        return now.map { AgeText(of: refreshed, now: $0).text } ?? TimestampText(refreshed)?.text ?? ""
    }

    /// The row as one sentence for a screen reader.
    public var accessibilityLabel: String {
        let update = source.refreshed == nil ? "never updated" : "updated \(ageText)"
        let lists = playlists.map { ", playlists at \($0.onOneLine)" } ?? ""
        let count = countText.isEmpty ? "" : ", \(countText)"
        return "\(name.onOneLine), \(kind) source at \(address.onOneLine)\(lists)\(count), \(update)"
    }
}
