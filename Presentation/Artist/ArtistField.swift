import FermataDomain

/// The keys of a row of an artist's page: those of a row of music, and those of the other kinds of rows.
public enum ArtistField: RowField {
    /// `track`, `playlist`, `relatedArtist` or `message`.
    case kind
    /// The title of a row that is not a track is its name or text.
    case music(MusicField)
    /// The state of a track's download, or the kind of a message.
    case state
    /// How many songs a playlist or a related artist has.
    case count
    /// The number of the artist's songs in a playlist, or of playlists with both artists.
    case shared
    /// The number of a playlist's songs that are not in the library.
    case missing

    public static let allCases: [ArtistField] =
        [.kind] + MusicField.allCases.map(ArtistField.music) + [.state, .count, .shared, .missing]
    public static let requestedOnly: [ArtistField] =
        MusicField.requestedOnly.filter { $0 != .lyrics }.map(ArtistField.music)

    public var rawValue: String {
        switch self {
        case .kind: "kind"
        case .music(let field): field.rawValue
        case .state: "state"
        case .count: "count"
        case .shared: "shared"
        case .missing: "missing"
        }
    }

    public var valueKind: FieldKind {
        switch self {
        case .music(let field): field.valueKind
        case .count, .shared, .missing: .number
        case .kind, .state: .text
        }
    }

    public init?(rawValue: String) {
        let known = Self.allCases + Self.requestedOnly
        guard let field = known.first(where: { $0.rawValue == rawValue }) else { return nil }
        self = field
    }
}

extension ArtistCellModel: RowModel {
    public func value(of field: ArtistField) -> FieldValue {
        switch self {
        case .track(let row): row.value(of: field)
        case .playlist(let row): row.value(of: field)
        case .relatedArtist(let row): row.value(of: field)
        case .message(let row): row.value(of: field)
        }
    }
}

extension TrackCellModel {
    fileprivate func value(of field: ArtistField) -> FieldValue {
        switch field {
        case .kind: .text("track")
        case .music(.downloaded): .flag(isDownloaded)
        case .music(let field): MusicCellModel(music).value(of: field)
        case .state: .text(DownloadStateText(download).word)
        case .count, .shared, .missing: .none
        }
    }
}

extension PlaylistCellModel {
    fileprivate func value(of field: ArtistField) -> FieldValue {
        switch field {
        case .kind: .text("playlist")
        case .music(.id): value(of: PlaylistField.id)
        case .music(.title): value(of: PlaylistField.name)
        case .music(.source): value(of: PlaylistField.source)
        case .music(.sources): .list([source])
        case .count: value(of: PlaylistField.count)
        case .shared: FieldValue(artistSongCount)
        case .missing: value(of: PlaylistField.missing)
        case .music, .state: .none
        }
    }
}

extension RelatedArtistCellModel {
    fileprivate func value(of field: ArtistField) -> FieldValue {
        switch field {
        case .kind: .text("relatedArtist")
        case .music(.title): .text(name)
        case .count: .integer(related.artist.trackCount)
        case .shared: .integer(related.sharedPlaylists)
        case .music, .state, .missing: .none
        }
    }
}

extension MessageCellModel {
    fileprivate func value(of field: ArtistField) -> FieldValue {
        switch field {
        case .kind: .text("message")
        case .music(.title): .text(text)
        case .state: .text(kind.rawValue)
        case .music, .count, .shared, .missing: .none
        }
    }
}
