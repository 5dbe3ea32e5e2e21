/// Music put in an order by a source.
public struct Playlist: Equatable, Sendable, Identifiable {
    public let id: PlaylistID
    public var name: String
    /// The name of the source that tells it.
    public var source: String
    /// How much of its music the library holds and the listener may have.
    public var count: Int
    /// How much of its music the library does not hold.
    public var missing: Int

    public init(id: PlaylistID, name: String, source: String, count: Int = 0, missing: Int = 0) {
        self.id = id
        self.name = name
        self.source = source
        self.count = count
        self.missing = missing
    }
}

/// The identity of a playlist: stable across refreshes, unique across sources.
public struct PlaylistID: Hashable, Sendable, Comparable, CustomStringConvertible {
    private let id: MusicID

    /// The top bit is dropped, as in a `MusicID`.
    public init(_ value: UInt64) {
        id = MusicID(value)
    }

    public var value: UInt64 { id.value }
    /// 16 hexadecimal digits.
    public var description: String { id.description }

    public static func < (lhs: PlaylistID, rhs: PlaylistID) -> Bool { lhs.id < rhs.id }
}
