import FermataDomain
import Foundation

/// A bookmark in a document: `{"id": …, "title": …, "artist": …, "album": …, "otherIds": […], "bookmarkedAt": …}`.
struct BookmarkRecord: Codable {
    enum CodingKeys: String, RecordKey {
        case id, otherIds, title, artist, album, bookmarkedAt

        var expectation: ExpectedValue {
            switch self {
            case .id: .musicID
            case .otherIds: .musicIDs
            case .title, .artist, .album: .text
            case .bookmarkedAt: .date
            }
        }
    }

    private let id: ExportedID
    private let otherIds: [ExportedID]?
    private let title: String?
    private let artist: String?
    private let album: String?
    private let bookmarkedAt: ExportedTime?

    init(_ bookmark: ExportedBookmark) {
        id = ExportedID(bookmark.id)
        otherIds = bookmark.otherIDs.isEmpty ? nil : bookmark.otherIDs.map { ExportedID($0) }
        (title, artist, album) = (bookmark.title, bookmark.artist, bookmark.album)
        bookmarkedAt = ExportedTime(bookmark.bookmarked)
    }

    /// Decodes only the ids and the time; the texts are for people.
    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        id = try fields.required(ExportedID.self, .id)
        otherIds = try fields.decodeIfPresent([ExportedID].self, forKey: .otherIds)
        (title, artist, album) = (nil, nil, nil)
        bookmarkedAt = try fields.decodeIfPresent(ExportedTime.self, forKey: .bookmarkedAt)
    }

    var bookmark: ExportedBookmark {
        ExportedBookmark(
            id: id.music, otherIDs: (otherIds ?? []).map(\.music), bookmarked: bookmarkedAt?.date)
    }
}

/// A rating in a document: that of a bookmark, with `"rating": 4`.
struct RatingRecord: Codable {
    enum CodingKeys: String, RecordKey {
        case rating

        var expectation: ExpectedValue { .rating }
    }

    private let song: BookmarkRecord
    private let value: Rating

    init(_ rating: ExportedRating) {
        (song, value) = (BookmarkRecord(rating.song), rating.rating)
    }

    init(from decoder: any Decoder) throws {
        song = try BookmarkRecord(from: decoder)
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        guard let number = try fields.integer(.rating) else { throw RecordError.missing(field: "rating") }
        guard let value = Rating(rawValue: number) else {
            throw RecordError.invalidValue(field: "rating", text: String(number), expected: .rating)
        }
        self.value = value
    }

    func encode(to encoder: any Encoder) throws {
        try song.encode(to: encoder)
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(value.rawValue, forKey: .rating)
    }

    var rating: ExportedRating { ExportedRating(value, of: song.bookmark) }
}

/// The bookmark and rating of an album or artist in a document:
/// `{"artist": …, "album": …, "id": …, "bookmarked": true, "bookmarkedAt": …, "rating": 4}`.
///
/// An artist has no `album` and no `id`.
struct AnnotationRecord: Codable {
    enum CodingKeys: String, RecordKey {
        case id, artist, album, bookmarked, bookmarkedAt, rating

        var expectation: ExpectedValue {
            switch self {
            case .id: .musicID
            case .artist, .album: .text
            case .bookmarked: .boolean
            case .bookmarkedAt: .date
            case .rating: .rating
            }
        }
    }

    private let id: ExportedID?
    private let artist: String
    private let album: String?
    private let bookmarked: Bool
    private let bookmarkedAt: ExportedTime?
    private let rating: Int?

    init(_ exported: ExportedAnnotations) {
        switch exported.subject {
        case .album(let id, let name, let artist):
            (self.id, self.artist, album) = (ExportedID(MusicID(id.value)), artist, name)
        case .artist(let name): (id, artist, album) = (nil, name, nil)
        }
        (bookmarked, rating) = (exported.annotations.isBookmarked, exported.annotations.rating?.rawValue)
        bookmarkedAt = ExportedTime(exported.annotations.bookmarked)
    }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        id = try fields.decodeIfPresent(ExportedID.self, forKey: .id)
        album = try fields.decodeIfPresent(String.self, forKey: .album)
        // Without its id, an album must not become a mark of its artist.
        if id == nil, album != nil { throw RecordError.missing(field: "id") }
        artist =
            id == nil ? try fields.required(.artist) : try fields.decodeIfPresent(String.self, forKey: .artist) ?? ""
        bookmarked = try fields.decodeIfPresent(Bool.self, forKey: .bookmarked) ?? false
        bookmarkedAt = try fields.decodeIfPresent(ExportedTime.self, forKey: .bookmarkedAt)
        rating = try fields.integer(.rating)
        if let rating, Rating(rawValue: rating) == nil {
            throw RecordError.invalidValue(field: "rating", text: String(rating), expected: .rating)
        }
        if !bookmarked, rating == nil { throw RecordError.missing(field: "bookmarked") }
    }

    var annotations: ExportedAnnotations {
        let annotations = SubjectAnnotations(
            isBookmarked: bookmarked, rating: rating.flatMap(Rating.init),
            bookmarked: bookmarked ? bookmarkedAt?.date : nil)
        guard let id else { return ExportedAnnotations(annotations, of: .artist(artist)) }
        return ExportedAnnotations(
            annotations, of: .album(AlbumID(id.music.value), name: album ?? "", artist: artist))
    }
}

/// A playlist in a document: `{"id": …, "name": …, "source": …, "comment": …, "shared": true, "created": …,
/// "changed": …, "entries": [{"id": …, "title": …, "artist": …}]}`.
///
/// One of the library's own has no source; only those have `shared`. A saved search has
/// `"search": …, "sort": …, "reversed": …, "limit": …`, and no entries.
struct ExportedPlaylistRecord: Codable {
    enum CodingKeys: String, RecordKey {
        case id, name, source, search, sort, reversed, limit, comment, shared, created, changed, entries

        var expectation: ExpectedValue {
            switch self {
            case .id: .musicID
            case .name, .source, .search, .sort, .comment: .text
            case .reversed, .shared: .boolean
            case .limit: .integer
            case .created, .changed: .date
            case .entries: .musicIDs
            }
        }
    }

    private let id: ExportedID
    private let name: String
    private let source: String?
    private let search: String?
    private let sort: String?
    private let reversed: Bool?
    private let limit: Int?
    private let comment: String?
    private let shared: Bool?
    private let created: ExportedTime?
    private let changed: ExportedTime?
    private let entries: [Entry]

    init(_ exported: ExportedPlaylist) {
        let playlist = exported.playlist
        id = ExportedID(MusicID(playlist.id.value))
        (name, source) = (playlist.name, playlist.source)
        let search = playlist.search
        (self.search, sort, reversed) = (search?.text, search?.order.rawValue, search?.isReversed)
        limit = search?.limit
        comment = playlist.comment.isEmpty ? nil : playlist.comment
        shared = playlist.source == nil && playlist.isShared ? true : nil
        (created, changed) = (ExportedTime(playlist.created), ExportedTime(playlist.changed))
        entries = exported.entries.map { Entry(id: ExportedID($0.id), title: $0.title, artist: $0.artist) }
    }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        id = try fields.required(ExportedID.self, .id)
        name = try fields.required(String.self, .name)
        source = try fields.decodeIfPresent(String.self, forKey: .source)
        search = try fields.decodeIfPresent(String.self, forKey: .search)
        sort = try fields.decodeIfPresent(String.self, forKey: .sort)
        reversed = try fields.decodeIfPresent(Bool.self, forKey: .reversed)
        limit = try fields.integer(.limit)
        comment = try fields.decodeIfPresent(String.self, forKey: .comment)
        shared = try fields.decodeIfPresent(Bool.self, forKey: .shared)
        created = try fields.decodeIfPresent(ExportedTime.self, forKey: .created)
        changed = try fields.decodeIfPresent(ExportedTime.self, forKey: .changed)
        entries = try fields.required([Entry].self, .entries)
    }

    var playlist: ExportedPlaylist {
        ExportedPlaylist(
            Playlist(
                id: PlaylistID(id.music.value), name: name, origin: origin, isShared: shared ?? false,
                comment: comment ?? "", created: created?.date, changed: changed?.date),
            entries: origin.search == nil ? entries.map { ExportedPlaylist.Entry(id: $0.id.music) } : [])
    }

    private var origin: Playlist.Origin {
        if let source { return .source(source) }
        guard let search else { return .own }
        return .search(
            SavedSearch(
                text: search, order: sort.flatMap { SortOrder(rawValue: $0) } ?? .relevance,
                isReversed: reversed ?? false, limit: limit))
    }

    /// An entry of a playlist. Only the id is decoded; the texts are for people.
    private struct Entry: Codable {
        let id: ExportedID
        let title: String?
        let artist: String?

        init(id: ExportedID, title: String?, artist: String?) {
            (self.id, self.title, self.artist) = (id, title, artist)
        }

        private enum CodingKeys: CodingKey {
            case id, title, artist
        }

        init(from decoder: any Decoder) throws {
            id = try decoder.container(keyedBy: CodingKeys.self).decode(ExportedID.self, forKey: .id)
            (title, artist) = (nil, nil)
        }
    }
}

/// A source in a document: `{"name": …, "kind": …, "address": …, "playlists": …, "identity": …}`.
struct SourceRecord: Codable {
    enum CodingKeys: String, RecordKey {
        case name, kind, address, playlists, identity

        var expectation: ExpectedValue { .text }
    }

    private let name: String
    private let kind: String
    private let address: String
    private let playlists: String?
    private let identity: String?

    init(_ exported: ExportedSource) {
        let source = exported.source
        (name, kind, address, playlists) = (source.name, source.kind, source.address, source.playlists)
        identity = exported.identity
    }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        name = try fields.required(.name)
        kind = try fields.required(.kind)
        address = try fields.required(.address)
        playlists = try fields.decodeIfPresent(String.self, forKey: .playlists)
        identity = try fields.decodeIfPresent(String.self, forKey: .identity)
    }

    func source(added: Date) -> ExportedSource {
        ExportedSource(
            Source(name: name, kind: kind, address: address, playlists: playlists, added: added), identity: identity)
    }
}

/// The id of music or of a playlist in a document: 16 hexadecimal digits.
struct ExportedID: Codable {
    let music: MusicID

    init(_ id: MusicID) {
        music = id
    }

    init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard text.utf8.count == MusicID.digits, let prefix = MusicIDPrefix(text) else {
            throw RecordError.invalidValue(field: "id", text: text, expected: .musicID)
        }
        music = prefix.range.lowerBound
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(music.description)
    }
}

/// A time in a document: ISO 8601 text in UTC, such as `2024-05-01T12:34:56Z`.
///
/// Other offsets and fractions of a second are decoded, too.
struct ExportedTime: Codable {
    let date: Date

    /// Returns nil for an unknown time, and outside the years 0 to 9999.
    init?(_ date: Date?) {
        guard let date, TimestampText(date) != nil else { return nil }
        self.date = date
    }

    init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let date = TimestampText.date(text) else {
            let field = decoder.codingPath.last?.stringValue ?? ""
            throw RecordError.invalidValue(field: field, text: text, expected: .date)
        }
        self.date = date
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(TimestampText(date)?.text)
    }
}
