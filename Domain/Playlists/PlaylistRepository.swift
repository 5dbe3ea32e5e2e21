/// The playlists of the library.
public protocol PlaylistRepository: Sendable {
    /// Returns a window of the playlists whose name contains a text, compared by sort keys.
    ///
    /// Playlists whose name begins with the text come first, then those with a word that begins with it, then the
    /// others; in each group the order is that of the name's sort key, then name, then id. A filter other than `.all`
    /// excludes playlists of sources without music that it allows.
    func playlists(
        nameContaining text: String, allowing filter: ExplicitFilter, window: Window
    ) async throws -> [Playlist]

    /// Returns at most `limit` playlists that match a name or id that a person types.
    ///
    /// The result is the first of these groups that the filter does not empty: exactly this name or id, names that
    /// contain the text, ids that begin with it. The order is that of `playlists(nameContaining:allowing:window:)`.
    /// Their songs are not counted.
    func playlists(matching text: String, allowing filter: ExplicitFilter, limit: Int) async throws -> [Playlist]

    /// Returns the playlist with an id, or nil if there is none or the filter excludes it; ignores names.
    func playlist(_ id: PlaylistID, allowing filter: ExplicitFilter) async throws -> Playlist?

    /// Returns how many playlists `playlists(nameContaining:allowing:window:)` would return without a window.
    func count(nameContaining text: String, allowing filter: ExplicitFilter) async throws -> Int

    /// Returns the durations of the songs of playlists that a filter allows, in the order of the ids; zero for a saved
    /// search. A repeated song counts each time.
    ///
    /// O(n log m) for n entries of these playlists and m songs.
    func durations(of playlists: [PlaylistID], allowing filter: ExplicitFilter) async throws -> [Duration]

    /// Returns the window of a playlist's music in its order and in batches, all read from one state of the library.
    ///
    /// A saved search has no music of its own; see `GetPlaylistsUsecase`.
    ///
    /// Each iteration starts a new read, at most two batches ahead of its consumer. Cancelling its task or dropping its
    /// iterator ends the read.
    func batches(
        of playlist: PlaylistID, allowing filter: ExplicitFilter, window: Window
    ) -> any AsyncSequence<[Music], any Error> & Sendable
}
