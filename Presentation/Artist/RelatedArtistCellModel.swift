public import FermataDomain

/// A row of an artist who shares playlists with another.
public struct RelatedArtistCellModel: Equatable, Sendable, Identifiable {
    let related: RelatedArtist

    public init(_ related: RelatedArtist) {
        self.related = related
    }

    /// The name, which is unique: names that compare equal are one artist.
    public var id: String { name }
    public var name: String { related.artist.name }
    public var countText: String { CountText(related.artist.trackCount, "song").text }
    public var sharedText: String { CountText(related.sharedPlaylists, "shared playlist").text }

    /// `12 songs, 3 shared playlists`.
    public var detailText: String { "\(countText), \(sharedText)" }

    /// The row read as one sentence.
    public var accessibilityLabel: String { "\(name.onOneLine), related artist, \(countText), \(sharedText)" }
}
