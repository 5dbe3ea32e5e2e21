public import FermataDomain
public import Foundation

/// A row of the list of sources.
public struct SourceCellModel: Equatable, Sendable {
    let source: Source
    private let now: Date
    let showsCount: Bool

    /// `showsCount` is whether whoever reads the row may know how many songs there are.
    public init(_ source: Source, now: Date, showsCount: Bool = true) {
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
    /// When it was last read whole: `never`, `3 minutes ago`.
    public var ageText: String { source.refreshed.map { AgeText(of: $0, now: now).text } ?? "never" }

    /// The row read as one sentence.
    public var accessibilityLabel: String {
        let update = source.refreshed == nil ? "never updated" : "updated \(ageText)"
        let lists = playlists.map { ", playlists at \($0.onOneLine)" } ?? ""
        return "\(name.onOneLine), \(kind) source at \(address.onOneLine)\(lists), \(countText), \(update)"
    }
}
