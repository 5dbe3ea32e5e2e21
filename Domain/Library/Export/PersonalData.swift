/// A bookmark as an export stores it.
public struct ExportedBookmark: Equatable, Sendable {
    public var id: MusicID
    /// The other ids by which sources provide the same music.
    public var otherIDs: [MusicID]
    /// Nil if the library does not contain the music, as are artist and album.
    public var title: String?
    public var artist: String?
    public var album: String?

    public init(
        id: MusicID, otherIDs: [MusicID] = [], title: String? = nil, artist: String? = nil, album: String? = nil
    ) {
        self.id = id
        self.otherIDs = otherIDs
        self.title = title
        self.artist = artist
        self.album = album
    }
}

/// A playlist as an export stores it.
public struct ExportedPlaylist: Equatable, Sendable {
    public var id: PlaylistID
    public var name: String
    /// The name of the source that provides it.
    public var source: String
    public var entries: [Entry]

    public init(id: PlaylistID, name: String, source: String, entries: [Entry]) {
        self.id = id
        self.name = name.cut(to: TextLimits.name)
        self.source = source
        self.entries = entries
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
