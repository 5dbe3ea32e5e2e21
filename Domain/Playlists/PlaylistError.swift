/// An error about one playlist.
public enum PlaylistError: Error, Equatable, Sendable {
    /// No playlist has this id, and no playlist's name contains the text.
    case notFound(String)
    /// Several playlists' names contain the text.
    case ambiguousName(String, candidates: [Playlist])
}
