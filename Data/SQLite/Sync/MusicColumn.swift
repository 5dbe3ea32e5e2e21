import FermataDomain

/// A column of the `music` table that a record provides.
struct MusicColumn: Sendable {
    let name: StaticString
    let value: @Sendable (ReadRecord) -> SQLValue

    private init(_ name: StaticString, _ value: @escaping @Sendable (ReadRecord) -> SQLValue) {
        (self.name, self.value) = (name, value)
    }

    /// Columns by index: an update rewrites only the indexes whose columns have changed.
    static let groups = [
        [
            MusicColumn("explicit") { .integer(MusicRow.stored($0.music.explicit)) },
            MusicColumn("title_key") { .text($0.title.text) },
            MusicColumn("title") { .text($0.music.title) },
            MusicColumn("title_order") { .blob($0.titleOrder) },
        ],
        [
            MusicColumn("artist_key") { .text($0.artist.text) },
            MusicColumn("artist") { .text($0.music.artist) },
        ],
        [
            MusicColumn("album_key") { .text($0.album.text) },
            MusicColumn("album_artist_key") { .text($0.albumArtist.text) },
            MusicColumn("disc") { SQLValue($0.music.disc) },
            MusicColumn("track") { SQLValue($0.music.track) },
        ],
        [MusicColumn("popularity") { SQLValue($0.music.popularity) }],
        [MusicColumn("released") { SQLValue($0.music.released?.stored) }],
        [
            MusicColumn("album") { .text($0.music.album) },
            MusicColumn("album_artist") { .text($0.music.albumArtist) },
            MusicColumn("duration") { .integer($0.music.duration.components.seconds) },
            MusicColumn("genre") { SQLValue($0.music.genre) },
            MusicColumn("artwork") { SQLValue($0.music.artworkURL) },
            MusicColumn("audio") { SQLValue($0.music.audioURL) },
        ],
    ]
    static let all = groups.flatMap { $0 }
}
