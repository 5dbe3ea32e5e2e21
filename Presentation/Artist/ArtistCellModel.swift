public import FermataDomain

/// A row of an artist's page.
public enum ArtistCellModel: Equatable, Sendable {
    case album(AlbumCellModel)
    case track(TrackCellModel)
    case playlist(PlaylistCellModel)
    case relatedArtist(RelatedArtistCellModel)
    case message(MessageCellModel)
}

extension ArtistCellModel: Identifiable {
    /// The identity of a row, which stays the same while its content changes.
    public enum ID: Hashable, Sendable {
        case album(AlbumID)
        case track(MusicID)
        case playlist(PlaylistID)
        case relatedArtist(String)
        case message(MessageCellModel.ID)
    }

    public var id: ID {
        switch self {
        case .album(let row): .album(row.id)
        case .track(let row): .track(row.id)
        case .playlist(let row): .playlist(row.id)
        case .relatedArtist(let row): .relatedArtist(row.id)
        case .message(let row): .message(row.id)
        }
    }
}

/// A row of an artist who shares playlists with another.
public struct RelatedArtistCellModel: Equatable, Sendable, Identifiable {
    let related: RelatedArtist
    /// What a person has set on the artist, if it was read.
    var annotations = SubjectAnnotations()

    public init(_ related: RelatedArtist) { self.related = related }

    /// The name, which is unique: names that compare equal are one artist.
    public var id: String { name }
    public var name: String { related.artist.name }
    public var countText: String { CountText(related.artist.trackCount, "song").text }
    public var sharedText: String { CountText(related.sharedPlaylists, "shared playlist").text }

    /// `12 songs, 3 shared playlists`.
    public var detailText: String { "\(countText), \(sharedText)" }

    /// The row read as one sentence.
    public var accessibilityLabel: String { "\(name.onOneLine), related artist, \(countText), \(sharedText)" }
}

/// A row that explains why a part of the page has no rows, or not all of them.
public struct MessageCellModel: Equatable, Sendable, Identifiable {
    /// Why the part has no rows, or not all.
    public enum Kind: String, Sendable, CaseIterable {
        case loading, empty, offline, error
        /// The part has more rows than are shown.
        case more
    }

    /// The part of the page that the message is about.
    public enum Part: Sendable, CaseIterable {
        case table, albums, tracks, playlists, relatedArtists
    }

    /// A part has at most one message of each kind.
    public struct ID: Hashable, Sendable {
        public let part: Part
        public let kind: Kind
    }

    public let id: ID
    public let text: String

    public init(_ kind: Kind, of part: Part, _ text: String) {
        id = ID(part: part, kind: kind)
        self.text = text
    }

    public var part: Part { id.part }
    public var kind: Kind { id.kind }

    /// Whether the message reports a problem.
    public var isProblem: Bool {
        switch kind {
        case .offline, .error: true
        case .loading, .empty, .more: false
        }
    }

    /// The row read as one sentence.
    public var accessibilityLabel: String { text.onOneLine }
}

extension ArtistCellModel {
    /// How many different headings a page can have.
    static let sectionCount = MessageCellModel.Part.allCases.count

    /// The heading above the row; nil for a message about the complete table.
    public var sectionTitle: String? {
        switch self {
        case .album(let row): row.isAppearance ? "Appears on" : MessageCellModel.Part.albums.title
        case .track: MessageCellModel.Part.tracks.title
        case .playlist: MessageCellModel.Part.playlists.title
        case .relatedArtist: MessageCellModel.Part.relatedArtists.title
        case .message(let row): row.part.title
        }
    }
}

extension MessageCellModel.Part {
    fileprivate var title: String? {
        switch self {
        case .table: nil
        case .albums: "Albums"
        case .tracks: "Songs"
        case .playlists: "Playlists"
        case .relatedArtists: "Related artists"
        }
    }
}

/// The texts of a row in a table; all kinds of rows share its columns.
extension ArtistCellModel {
    /// The kind of a row that is neither a track nor a message.
    public var kindText: String {
        switch self {
        case .album: "album"
        case .playlist: "playlist"
        case .relatedArtist: "related"
        case .track, .message: ""
        }
    }

    public var title: String {
        switch self {
        case .album(let row): row.name
        case .track(let row): row.title
        case .playlist(let row): row.name
        case .relatedArtist(let row): row.name
        case .message(let row): row.text
        }
    }

    /// A track's download until it has ended, then its album; the year and the counts of another row.
    public var detailText: String {
        switch self {
        case .album(let row): row.detailText
        case .track(let row): row.openDownloadText.isEmpty ? row.album : row.openDownloadText
        case .playlist(let row): row.detailText
        case .relatedArtist(let row): row.detailText
        case .message: ""
        }
    }

    /// The duration of a track or an album; empty for other rows.
    public var durationText: String {
        switch self {
        case .album(let row): row.durationText
        case .track(let row): row.durationText
        case .playlist, .relatedArtist, .message: ""
        }
    }
}

extension ArtistCellModel {
    package static let table = TableModel<ArtistCellModel>([
        .init("ID", .fixed(10), priority: 3, isDim: true, isCommandID: true) { .plain($0.shortID) },
        .init("", .fixed(8), priority: 4) { $0.kindCell },
        .init("Title", .share(4), priority: 5) { $0.titleCell },
        .init("About", .share(3), priority: 2) { .plain($0.detailText) },
        .init("Time", .fixed(8), .trailing, priority: 1, key: "duration") { .plain($0.durationText) },
    ])

    private var titleCell: TableCell {
        if case .message(let row) = self { .paragraph(row.text) } else { .plain(title) }
    }

    /// The song of a track; nil for other rows.
    package var songID: MusicID? { if case .track(let row) = self { row.id } else { nil } }

    /// The short id of a track or an album; empty for other rows.
    private var shortID: String {
        switch self {
        case .album(let row): row.shortID
        case .track(let row): row.shortID
        case .playlist, .relatedArtist, .message: ""
        }
    }

    /// A track's marks, or the kind of another row.
    private var kindCell: TableCell {
        if case .track(let row) = self { .marks(row.marks) } else { .plain(kindText) }
    }
}

/// The keys of a row of an artist's page: those of a row of music, and those of the other kinds of rows.
public enum ArtistField: RowField {
    /// `album`, `track`, `playlist`, `relatedArtist` or `message`.
    case kind
    /// The title of a row that is not a track is its name or text.
    case music(MusicField)
    /// The state of a track's download, or the kind of a message.
    case state
    /// How many songs an album, a playlist or a related artist has.
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
        case .album(let row): row.value(of: field)
        case .track(let row): row.value(of: field)
        case .playlist(let row): row.value(of: field)
        case .relatedArtist(let row): row.value(of: field)
        case .message(let row): row.value(of: field)
        }
    }
}

extension AlbumCellModel {
    fileprivate func value(of field: ArtistField) -> FieldValue {
        switch field {
        case .kind: .text("album")
        case .music(.title), .music(.album): value(of: AlbumField.name)
        case .music(.artist), .music(.albumArtist): value(of: AlbumField.artist)
        case .music(.id), .music(.duration), .music(.explicit), .music(.released), .music(.added), .music(.plays),
            .music(.played), .music(.year):
            value(ofKey: field.rawValue)
        case .count: value(of: AlbumField.songs)
        case .music, .state, .shared, .missing: .none
        }
    }
}

extension TrackCellModel {
    fileprivate func value(of field: ArtistField) -> FieldValue {
        switch field {
        case .kind: .text("track")
        case .music(let field): row.value(of: field)
        case .state: .text(download.word)
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
        case .music(.sources): .list(playlist.source.map { [$0] } ?? [])
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
