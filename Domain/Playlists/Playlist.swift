/// An ordered list of music that a source provides.
public struct Playlist: Equatable, Sendable, Identifiable {
    public let id: PlaylistID
    public var name: String
    /// The name of the source that provides it.
    public var source: String
    /// How many of its songs the library contains and the listener may see.
    public var count: Int
    /// How many of its songs the library does not contain.
    public var missing: Int

    public init(id: PlaylistID, name: String, source: String, count: Int = 0, missing: Int = 0) {
        self.id = id
        self.name = name
        self.source = source
        self.count = count
        self.missing = missing
    }
}

/// The identity of a playlist: stable across syncs, unique across sources.
public struct PlaylistID: Hashable, Sendable, Comparable, CustomStringConvertible {
    private let id: MusicID

    /// Drops the top bit, as `MusicID` does.
    public init(_ value: UInt64) {
        id = MusicID(value)
    }

    public var value: UInt64 { id.value }
    /// 16 hexadecimal digits.
    public var description: String { id.description }

    public static func < (lhs: PlaylistID, rhs: PlaylistID) -> Bool { lhs.id < rhs.id }
}

/// An error about one playlist.
public enum PlaylistError: Error, Equatable, Sendable {
    /// No playlist has this id, and no playlist's name contains the text.
    case notFound(String)
    /// Several playlists' names contain the text.
    case ambiguousName(String, candidates: [Playlist])
}
