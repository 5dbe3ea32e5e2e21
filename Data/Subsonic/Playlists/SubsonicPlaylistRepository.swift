package import FermataDomain

/// Provides the playlists that the user of a server can see.
package struct SubsonicPlaylistRepository: RemotePlaylistRepository {
    private static let batchSize = 20
    /// Entries after which a batch is sent, so that the longest playlists are not gathered.
    private static let songsOfBatch = 20_000
    private let source: Source
    private let connections: SubsonicConnections

    /// Throws `SourceError.invalidAddress`.
    package init(_ source: Source, _ connections: SubsonicConnections) throws(SourceError) {
        _ = try SubsonicServer(source.address)
        (self.source, self.connections) = (source, connections)
    }

    /// Reads the playlists one by one, unless the server's list of them shows no change.
    package func playlistBatches(since revision: String?) -> RemoteFetch<RemotePlaylistBatch> {
        RemoteFetch { send in
            try await connections.run(for: source) { client in
                let list = try await client.call(
                    SubsonicRequest("getPlaylists"), limit: SubsonicLimits.playlists, returning: PlaylistList.self)
                let current = list.revision
                if let current, current == revision { return .unchanged }
                var batch = RemotePlaylistBatch()
                for (number, cause) in list.invalid.enumerated() {
                    batch.rejected.append(RejectedRecord(position: list.entries.count + number + 1, cause))
                }
                var songs = 0
                for entry in list.entries {
                    if let playlist = try await Self.read(entry.playlist, client) {
                        batch.playlists.append(playlist)
                        songs += playlist.songKeys.count
                    }
                    if batch.count == Self.batchSize || songs >= Self.songsOfBatch {
                        try await send(batch)
                        (batch, songs) = (RemotePlaylistBatch(), 0)
                    }
                }
                if batch.count > 0 { try await send(batch) }
                return .complete(revision: current)
            }
        }
    }

    /// Returns the playlist with its songs, or nil if it was removed since the list was read.
    private static func read(_ listed: RemotePlaylist, _ client: SubsonicClient) async throws -> RemotePlaylist? {
        do {
            let content = try await client.call(
                SubsonicRequest("getPlaylist", [("id", listed.key)]), limit: SubsonicLimits.references,
                returning: PlaylistSongs.self)
            var playlist = listed
            playlist.songKeys = content.ids
            return playlist
        } catch let error as SubsonicError where error.code == SubsonicError.notFoundCode {
            return nil
        }
    }
}
