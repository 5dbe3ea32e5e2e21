/// The playlists of the library.
public protocol PlaylistRepository: Sendable {
    /// Playlists whose name holds a text, by sort keys; by the key of their name, then name, then id.
    ///
    /// A playlist without music that the filter allows is left out, except where all music is allowed.
    func playlists(
        named text: String, allowing filter: ExplicitFilter, window: Window
    ) async throws -> [Playlist]

    /// Returns at most `limit` playlists that match a name or id that a person types.
    ///
    /// They are those with exactly this name or id, else those whose names contain the text, else those whose ids begin
    /// with it; the first kind that the library has decides, even if the filter excludes all of it. The order is that of
    /// `playlists(named:allowing:window:)`.
    func playlists(called text: String, allowing filter: ExplicitFilter, limit: Int) async throws -> [Playlist]

    /// The playlist with an id, whatever others are called; nil where there is none, or nothing that is allowed in it.
    func playlist(_ id: PlaylistID, allowing filter: ExplicitFilter) async throws -> Playlist?

    /// How many playlists there are whose name holds a text, by the same rules.
    func count(named text: String, allowing filter: ExplicitFilter) async throws -> Int

    /// Returns the window of a playlist's music in its order and in batches, all read from one state of the library.
    ///
    /// Each iteration reads anew, at most two batches ahead of its consumer. It ends the read when its task is
    /// cancelled or its iterator is dropped.
    func batches(
        of playlist: PlaylistID, allowing filter: ExplicitFilter, window: Window
    ) -> any AsyncSequence<[Music], any Error> & Sendable
}

/// Playlists that can be filled from remote repositories.
public protocol LocalPlaylistRepository: PlaylistRepository {
    /// Begins a pass over a source's playlists, which may name music that the library does not hold.
    ///
    /// Throws `SourceError.notFound`.
    func beginSync(over source: String) async throws -> any SyncSession<RemotePlaylistBatch>
}
