/// A place that playlists come from.
public protocol RemotePlaylistRepository: Sendable {
    /// Delivers all playlists that the place has, batch by batch, and answers only after a complete pass.
    ///
    /// `revision` is what the last complete pass answered; a place that has not changed since may say so.
    /// Errors thrown by `deliver` must be thrown on. Throws `SourceFailure` for what goes wrong at the place.
    func deliverPlaylists(
        since revision: String?, to deliver: @Sendable (RemotePlaylistBatch) async throws -> Void
    ) async throws -> RemoteFetchResult
}

/// A playlist as a source tells it.
public struct RemotePlaylist: Equatable, Sendable {
    /// The playlist's identity within its source.
    public var key: String
    public var name: String
    /// The keys of its music within the same source, in order.
    public var music: [String]

    public init(key: String, name: String, music: [String]) {
        self.key = key
        self.name = name
        self.music = music
    }
}

/// Some of a remote repository's playlists, in their order.
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

    /// The place of each playlist among all that the pass delivers, from 1, where so many came before.
    public func positions(after before: Int) -> [Int] {
        let bad = Set(rejected.map(\.position))
        var position = before
        return playlists.map { _ in
            repeat { position += 1 } while bad.contains(position)
            return position
        }
    }
}
