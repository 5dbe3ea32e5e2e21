/// The artist that distinguishes albums of one name.
package enum AlbumArtist {
    /// The artist of a compilation whose source names none.
    package static let ofCompilations = "Various Artists"

    /// Returns the artist of a song's album, or the song's own artist without guests if that of the album is unknown.
    ///
    /// Thus the songs of “Drake” and “Drake feat. Rihanna” stay together in an album. O(n) for n bytes.
    package static func name(_ albumArtist: String, ofSongBy artist: String) -> String {
        albumArtist.isBlank ? withoutGuests(artist) : albumArtist
    }

    /// The words that begin the names of guests.
    private static let guestWords = ["feat.", "feat ", "featuring ", "ft.", "ft "]

    private static let separators = Array(" ([".utf8)

    private static func withoutGuests(_ artist: String) -> String {
        var previous = UInt8(ascii: " ")
        for index in artist.utf8.indices {
            let byte = artist.utf8[index]
            defer { previous = byte }
            guard byte | 0x20 == UInt8(ascii: "f"), separators.contains(previous) else { continue }
            let rest = artist.utf8[index...]
            let isGuest = guestWords.contains { word in
                rest.count > word.utf8.count && zip(rest, word.utf8).allSatisfy { $0 | 0x20 == $1 | 0x20 }
            }
            guard isGuest else { continue }
            guard let end = artist.utf8[..<index].lastIndex(where: { !separators.contains($0) }) else { continue }
            return String(decoding: artist.utf8[...end], as: UTF8.self)
        }
        return artist
    }
}

extension Music {
    /// The artist of the song's album; see `AlbumArtist`.
    package var albumArtistName: String { AlbumArtist.name(albumArtist, ofSongBy: artist) }
}
