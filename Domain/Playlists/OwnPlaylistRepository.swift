/// The library's own playlists, which people change.
///
/// They are listed for every listener, because each of them may have made one; a playlist whose songs are hidden looks
/// as if it had none. Songs are identified by their ids. An entry stays when its song leaves the library, follows the
/// song that it is merged with, and shows the song again when it returns.
///
/// Each method is one change: durable when it returns, complete or not made at all, and safe while another program
/// changes the same playlist. A person can undo it. Methods throw `PlaylistError.notFound`, `.ofSource` and
/// `.ofSearch` for playlists that they cannot change, and `.nameInUse` if another playlist of the library's own has the
/// name; names are compared as `ArtistName` compares them.
public protocol OwnPlaylistRepository: Sendable {
    /// Returns at most `limit` of the library's own playlists that match a name or id that a person types.
    ///
    /// The groups and the order are those of `PlaylistRepository`.
    func ownPlaylists(matching text: String, allowing filter: ExplicitFilter, limit: Int) async throws -> [Playlist]

    /// Creates a playlist of songs.
    ///
    /// Throws `MusicError.notFound` for a song that is not in the library or that the filter excludes.
    func create(_ name: String, songs: [MusicID], allowing filter: ExplicitFilter) async throws -> Playlist

    /// Creates a saved search. Its songs are not counted.
    func create(_ name: String, search: SavedSearch) async throws -> Playlist

    /// Creates a playlist with all entries of a playlist, also of those whose songs are hidden or missing.
    func create(_ name: String, copying id: PlaylistID, allowing filter: ExplicitFilter) async throws -> Playlist

    /// Performs a change as `PlaylistEntries` specifies it, and returns the changed playlist.
    ///
    /// Adding n songs at the end takes O(n log m) for m entries, other changes O(m). Throws `PlaylistError.noPosition`
    /// and `.otherSong`, and `MusicError.notFound` for a song that is not in the library or that the filter excludes.
    func change(
        _ id: PlaylistID, by change: PlaylistChange, expecting songs: [MusicID]?, allowing filter: ExplicitFilter
    ) async throws -> Playlist

    func rename(_ id: PlaylistID, to name: String, allowing filter: ExplicitFilter) async throws -> Playlist

    /// Sets whether other libraries see a playlist. This change cannot be undone by `UndoUsecase`.
    func setShared(_ isShared: Bool, _ id: PlaylistID, allowing filter: ExplicitFilter) async throws -> Playlist

    /// Sets what people say about a playlist. This change cannot be undone by `UndoUsecase`.
    func setComment(_ comment: String, of id: PlaylistID, allowing filter: ExplicitFilter) async throws -> Playlist

    func delete(_ id: PlaylistID, allowing filter: ExplicitFilter) async throws

    /// Returns the song that each description means, in their order; nil if the library has none that the filter allows.
    ///
    /// `SongDescription` specifies the result. Reads all addresses of the library once if a description has one.
    func songs(meant descriptions: [SongDescription], allowing filter: ExplicitFilter) async throws -> [MusicID?]
}

extension OwnPlaylistRepository {
    /// Performs a change, whatever songs the playlist has at its positions.
    package func change(
        _ id: PlaylistID, by change: PlaylistChange, allowing filter: ExplicitFilter
    ) async throws -> Playlist {
        try await self.change(id, by: change, expecting: nil, allowing: filter)
    }
}
