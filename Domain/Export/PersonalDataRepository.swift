public import Foundation

/// The personal data of the library, except to-dos.
public protocol PersonalDataRepository: Sendable {
    /// Returns all bookmarks with their times in the order of ids and in batches, then those of music that the library
    /// does not contain.
    ///
    /// A restricting filter also excludes the latter.
    func bookmarks(allowing filter: ExplicitFilter) -> any AsyncSequence<[ExportedBookmark], any Error> & Sendable

    /// Returns all ratings in the order of ids and in batches, then those of music that the library does not contain.
    ///
    /// A restricting filter also excludes the latter.
    func ratings(allowing filter: ExplicitFilter) -> any AsyncSequence<[ExportedRating], any Error> & Sendable

    /// The number of bookmarks of music that the library does not contain.
    func unmatchedBookmarkCount() async throws -> Int

    /// Returns all playlists in the order of names and in batches.
    ///
    /// A restricting filter removes entries that it excludes, and playlists of sources without music that it allows.
    func playlists(allowing filter: ExplicitFilter) -> any AsyncSequence<[ExportedPlaylist], any Error> & Sendable

    /// Returns all sources in the order they were added.
    func sources() async throws -> [ExportedSource]

    /// Bookmarks music, all or none, and returns the result of each. New bookmarks have the times that these state.
    ///
    /// Stores bookmarks of music that the library does not contain until a source provides it. Music that the filter
    /// excludes has the result of missing music, so that the results do not reveal it.
    func add(_ bookmarks: [ExportedBookmark], allowing filter: ExplicitFilter) async throws -> [ImportResult]

    /// Rates music that has no rating, all or none, and returns the result of each.
    ///
    /// Stores ratings of music that the library does not contain, as those of bookmarks are.
    func add(_ ratings: [ExportedRating], allowing filter: ExplicitFilter) async throws -> [ImportResult]

    /// Adds playlists with new ids, all or none, and returns the result of each. Their sources have to exist.
    ///
    /// Rejects one of the library's own if another one has its name. For a restricting filter, a playlist of a source
    /// without music that it allows counts as added, whether it exists or not, so that the results do not reveal it.
    func add(_ playlists: [ExportedPlaylist], allowing filter: ExplicitFilter) async throws -> [ImportResult]

    /// Adds sources with new names and new addresses, all or none, and returns the result of each.
    ///
    /// Rejects a source that has the name of an existing one and another address.
    func add(_ sources: [ExportedSource]) async throws -> [ImportResult]
}

/// The result of importing one record.
public enum ImportResult: Equatable, Sendable {
    case added
    case existing
    /// The library has no music for the bookmark or rating yet, and stores it until a source provides that.
    case unmatched
    case rejected(ImportFailure)
}

/// Why a valid record of an export cannot be imported.
public enum ImportFailure: Error, Equatable, Sendable {
    case record(RecordError)
    case source(SourceError)
    /// The library has no source of this name.
    case unknownSource(String)
    /// The library has a source of this name with another kind or address. The existing source is unchanged.
    case otherAddress(String)
    /// The library has another playlist of its own with this name.
    case playlistNameInUse(String)
}

/// A bookmark as an export stores it: its song.
public typealias ExportedBookmark = ExportedSong

/// A rating as an export stores it.
public struct ExportedRating: Equatable, Sendable {
    public var song: ExportedSong
    public var rating: Rating

    public init(_ rating: Rating, of song: ExportedSong) {
        (self.song, self.rating) = (song, rating)
    }
}

/// A song as an export identifies it.
public struct ExportedSong: Equatable, Sendable {
    public var id: MusicID
    /// The other ids by which sources provide the same music.
    public var otherIDs: [MusicID]
    /// Nil if the library does not contain the music, as are artist and album.
    public var title: String?
    public var artist: String?
    public var album: String?
    /// When a person bookmarked it; nil if that is unknown, and for a rating.
    public var bookmarked: Date?

    public init(
        id: MusicID, otherIDs: [MusicID] = [], title: String? = nil, artist: String? = nil, album: String? = nil,
        bookmarked: Date? = nil
    ) {
        self.id = id
        self.otherIDs = otherIDs
        self.title = title
        self.artist = artist
        self.album = album
        self.bookmarked = bookmarked
    }
}

/// A playlist as an export stores it.
public struct ExportedPlaylist: Equatable, Sendable {
    /// The playlist without counts.
    public var playlist: Playlist
    /// Empty for a saved search.
    public var entries: [Entry]

    /// Cuts a long name or comment.
    public init(_ playlist: Playlist, entries: [Entry] = []) {
        (self.playlist, self.entries) = (playlist, entries)
        self.playlist.name = playlist.name.cut(to: TextLimits.name)
        self.playlist.comment = playlist.comment.cut(to: TextLimits.message)
    }

    /// Creates a playlist of a source.
    public init(id: PlaylistID, name: String, source: String, entries: [Entry]) {
        self.init(Playlist(id: id, name: name, origin: .source(source)), entries: entries)
    }

    /// A song of the playlist.
    public struct Entry: Equatable, Sendable {
        public var id: MusicID
        /// Nil if the library does not contain the music, as is the artist.
        public var title: String?
        public var artist: String?

        public init(id: MusicID, title: String? = nil, artist: String? = nil) {
            self.id = id
            self.title = title
            self.artist = artist
        }
    }
}

/// A source as an export stores it.
public struct ExportedSource: Equatable, Sendable {
    public var source: Source
    /// The name from which the ids of its music derive; nil if that is its own name.
    public var identity: String?

    public init(_ source: Source, identity: String? = nil) {
        self.source = source
        self.identity = identity
    }
}
