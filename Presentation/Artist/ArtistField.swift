import FermataDomain

/// The keys of a row of an artist's page: those of a row of music, and what the other rows need.
public enum ArtistField: RowField {
    /// `track`, `playlist`, `relatedArtist` or `message`.
    case kind
    /// The title is the name or the text of what is no track.
    case music(MusicField)
    /// The word for a track's download, or for a message.
    case state
    /// How many songs a playlist or a related artist has.
    case count
    /// How much of the artist's music a playlist holds, or how many playlists hold both artists.
    case shared
    /// How much of a playlist the library does not hold.
    case missing

    public static let allCases: [ArtistField] =
        [.kind] + MusicField.allCases.map(ArtistField.music) + [.state, .count, .shared, .missing]

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

    public init?(rawValue: String) {
        guard let field = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
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
        case .shared: FieldValue(shared)
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
        case .count: .whole(related.artist.trackCount)
        case .shared: .whole(related.sharedPlaylists)
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
