/// A source of playlists.
public protocol RemotePlaylistRepository: Sendable {
    /// Returns all playlists of the source in batches, then how the fetch ended.
    ///
    /// `revision` is that of the last complete fetch; the source may report that nothing has changed since. The
    /// iterator throws `SourceFailure` if the source fails.
    func playlistBatches(since revision: String?) -> RemoteFetch<RemotePlaylistBatch>
}

/// A playlist as a source provides it.
public struct RemotePlaylist: Equatable, Sendable {
    /// The playlist's identity within its source.
    public var key: String
    public var name: String
    /// Whether the name was cut to its limit.
    public let isShortened: Bool
    /// The keys of its songs within the same source, in order.
    public var songKeys: [String]

    public init(key: String, name: String, songKeys: [String]) {
        self.key = key
        self.name = name.cut(to: TextLimits.name)
        isShortened = name.utf8.count > TextLimits.name
        self.songKeys = songKeys
    }
}

/// Consecutive playlists of a remote repository.
public struct RemotePlaylistBatch: SyncBatch, Equatable {
    public var playlists: [RemotePlaylist]
    public var rejected: [RejectedRecord]

    public init() {
        self.init(playlists: [])
    }

    public init(playlists: [RemotePlaylist], rejected: [RejectedRecord] = []) {
        self.playlists = playlists
        self.rejected = rejected
    }

    public var count: Int { playlists.count + rejected.count }

    /// Returns the position of each playlist in its document, from 1, given the number of earlier records.
    public func positions(after before: Int) -> [Int] {
        let bad = Set(rejected.map(\.position))
        var position = before
        return playlists.map { _ in
            repeat { position += 1 } while bad.contains(position)
            return position
        }
    }
}
