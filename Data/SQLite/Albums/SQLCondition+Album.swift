import FermataDomain

extension SQLCondition {
    /// The artist of a row's album.
    static let albumArtist = "album_artist(album_artist, artist)"

    /// Matches the songs of an album.
    init(_ album: AlbumSelection) {
        func named(_ name: String, _ column: String, names: String) -> SQLCondition {
            let name = ArtistName(name)
            let key = SQLCondition("\(column)_key = :\(column)_key", ["\(column)_key": .text(name.key.text)])
            guard let raw = name.raw else { return key }
            return .all([key, SQLCondition("\(names) = :\(column)", [column: .text(raw)])])
        }
        let artist = album.artist.map { named($0, "album_artist", names: Self.albumArtist) }
        let release: SQLCondition? =
            switch album.release {
            case .any: nil
            case .known(let id): SQLCondition("release = :release", ["release": .blob(id.stored)])
            case .without: SQLCondition("release IS NULL")
            }
        self = .all([named(album.name, "album", names: "album"), artist, release].compactMap(\.self))
    }
}
