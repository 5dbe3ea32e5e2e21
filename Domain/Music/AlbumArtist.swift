/// The artist that distinguishes albums of one name.
package enum AlbumArtist {
    /// The artist of a compilation whose source names none.
    package static let ofCompilations = "Various Artists"

    /// Returns the artist of a song's album, or the song's own artist if that of the album is unknown.
    package static func name(_ albumArtist: String, ofSongBy artist: String) -> String {
        albumArtist.isBlank ? artist : albumArtist
    }
}
