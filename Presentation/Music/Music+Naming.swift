import FermataDomain

extension Music {
    /// What it is called within a sentence: `Fame by David Bowie`.
    var titleAndArtist: String { artist.isEmpty ? title : "\(title) by \(artist)" }
}
