import FermataDomain

extension SQLCondition {
    /// The artist of a row's album.
    static let albumArtist = "album_artist(music.album_artist, music.artist)"

    /// A condition that a row of `music` is a song of a row of `album`.
    static let isSongOfAlbum = """
        music.album_key = album.name_key AND music.album_artist_key = album.artist_key
        AND (album.name IS NULL OR music.album = album.name)
        AND (album.artist IS NULL OR \(albumArtist) = album.artist)
        AND (album.release IS NULL OR ifnull(music.release, x'00') = album.release)
        """

    /// Matches the songs of an album, or of all albums of a name.
    init(_ album: AlbumSelection) {
        self.init(ArtistName(album.name), by: album.artist.map { ArtistName($0) }, album.release)
    }

    /// Matches the songs of an album.
    init(_ album: AlbumKey, _ release: AlbumRelease) { self.init(album.name, by: album.artist, release) }

    private init(_ name: ArtistName, by artist: ArtistName?, _ release: AlbumRelease) {
        func named(_ name: ArtistName, _ column: String, text: String) -> SQLCondition {
            let key = SQLCondition("\(column)_key = :\(column)_key", ["\(column)_key": .text(name.key.text)])
            guard let raw = name.raw else { return key }
            return .all([key, SQLCondition("\(text) = :\(column)", [column: .text(raw)])])
        }
        let artist = artist.map { named($0, "album_artist", text: Self.albumArtist) }
        let release: SQLCondition? =
            switch release {
            case .any: nil
            case .known(let id): SQLCondition("release = :release", ["release": .blob(id.stored)])
            case .without: SQLCondition("release IS NULL")
            }
        self = .all([named(name, "album", text: "album"), artist, release].compactMap(\.self))
    }
}
