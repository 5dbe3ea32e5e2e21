/// An error about one artist.
public enum ArtistError: Error, Equatable, Sendable {
    /// No artist's name contains the text.
    case notFound(String)
    /// Several artists' names contain the text.
    case ambiguousName(String, candidates: [Artist])
}
