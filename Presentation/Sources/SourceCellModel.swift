public import FermataDomain
public import Foundation

/// A row of the list of sources.
public struct SourceCellModel: Equatable, Sendable {
    let source: Source
    private let now: Date?
    let showsCount: Bool

    /// Ages are told as of `now`; a row without it stays true for longer.
    ///
    /// `showsCount` is whether whoever reads the row may know how many songs there are.
    public init(_ source: Source, now: Date? = nil, showsCount: Bool = true) {
        self.source = source
        self.showsCount = showsCount
        self.now = now
    }

    public var name: String { source.name }
    public var kind: String { source.kind }
    /// Without a query, which may hold a secret.
    public var address: String { source.shownAddress }
    /// Where its playlists are read from, without a query; nil where it has none.
    public var playlists: String? { source.shownPlaylists }
    public var countText: String { CountText(source.count, "song").text }
    /// When it was last read whole: `never`, `3 minutes ago`, or the time itself where it is not known what time it is.
    public var ageText: String {
        guard let refreshed = source.refreshed else { return "never" }
        return now.map { AgeText(of: refreshed, now: $0).text } ?? TimestampText(refreshed)?.text ?? ""
    }

    /// The row read as one sentence.
    public var accessibilityLabel: String {
        let update = source.refreshed == nil ? "never updated" : "updated \(ageText)"
        let lists = playlists.map { ", playlists at \($0.onOneLine)" } ?? ""
        return "\(name.onOneLine), \(kind) source at \(address.onOneLine)\(lists), \(countText), \(update)"
    }
}
