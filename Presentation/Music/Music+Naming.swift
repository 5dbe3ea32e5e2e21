import FermataDomain

extension Music {
    /// The title and the artist within a sentence: `Fame by David Bowie`.
    var titleAndArtist: String { artist.isEmpty ? title : "\(title) by \(artist)" }
}
