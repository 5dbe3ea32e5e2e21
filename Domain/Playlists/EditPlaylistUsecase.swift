import Foundation

/// Creates, changes and deletes the library's own playlists.
///
/// Each method returns once the change is durable. It throws `PlaylistError`, and `MusicError.notFound` for a song that
/// the listener may not see, before any change.
public struct EditPlaylistUsecase: Sendable {
    private let repository: any OwnPlaylistRepository
    private let getPlaylists: GetPlaylistsUsecase
    private let listener: Listener

    public init(
        repository: any OwnPlaylistRepository, getPlaylists: GetPlaylistsUsecase, listener: Listener
    ) {
        (self.repository, self.getPlaylists, self.listener) = (repository, getPlaylists, listener)
    }

    /// Creates a playlist of songs.
    public func create(_ name: String, songs: [MusicID] = []) async throws -> Playlist {
        try await repository.create(PlaylistName.checked(name), songs: songs, allowing: listener.filter)
    }

    /// Stores a search under a name.
    public func save(_ search: SavedSearch, as name: String) async throws -> Playlist {
        try await repository.create(PlaylistName.checked(name), search: search)
    }

    /// Creates a playlist with the songs of another one, by default with its name.
    ///
    /// The copy of a saved search has its present results.
    public func copy(_ playlist: Playlist, as name: String? = nil) async throws -> Playlist {
        let name = try PlaylistName.checked(name ?? playlist.name)
        guard playlist.search != nil else {
            return try await repository.create(name, copying: playlist.id, allowing: listener.filter)
        }
        var songs: [MusicID] = []
        for try await batch in getPlaylists.batches(of: playlist) { songs += batch.map(\.id) }
        return try await repository.create(name, songs: songs, allowing: listener.filter)
    }

    /// Changes the songs of a playlist, if it still shows the expected ones at the positions of the change.
    public func execute(
        _ change: PlaylistChange, of playlist: Playlist, expecting songs: [MusicID]? = nil
    ) async throws -> Playlist {
        try await repository.change(playlist.id, by: change, expecting: songs, allowing: listener.filter)
    }

    public func rename(_ playlist: Playlist, to name: String) async throws -> Playlist {
        try await repository.rename(playlist.id, to: PlaylistName.checked(name), allowing: listener.filter)
    }

    /// Sets whether libraries that read this one, such as those of accounts, get a copy of a playlist.
    public func setShared(_ isShared: Bool, _ playlist: Playlist) async throws -> Playlist {
        try await repository.setShared(isShared, playlist.id, allowing: listener.filter)
    }

    /// Sets what people say about a playlist. Cuts a comment of more than `TextLimits.message` bytes.
    public func setComment(_ comment: String, of playlist: Playlist) async throws -> Playlist {
        try await repository.setComment(
            comment.cut(to: TextLimits.message), of: playlist.id, allowing: listener.filter)
    }

    public func delete(_ playlist: Playlist) async throws {
        try await repository.delete(playlist.id, allowing: listener.filter)
    }

    /// Finds the one playlist of the library's own with the typed name, or else the one whose name contains the text.
    ///
    /// Throws `PlaylistError.ofSource` if only playlists of sources match, `.notFound`, or `.ambiguousName` with up to
    /// ten candidates.
    public func find(_ typed: String) async throws -> Playlist {
        guard !typed.isBlank else { throw PlaylistError.notFound(typed) }
        let candidates = try await repository.ownPlaylists(
            matching: typed, allowing: listener.filter, limit: Candidates.limit)
        guard let playlist = candidates.first else {
            throw PlaylistError.ofSource(name: try await getPlaylists.find(typed).name)
        }
        guard candidates.count == 1 else { throw PlaylistError.ambiguousName(typed, candidates: candidates) }
        return playlist
    }
}

/// The rule for the names of the library's own playlists.
enum PlaylistName {
    /// Returns a name without white space around it. Throws `PlaylistError.invalidName` for a blank or long one.
    static func checked(_ name: String) throws(PlaylistError) -> String {
        let name = name.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !name.isEmpty, name.utf8.count <= TextLimits.name else { throw .invalidName(limit: TextLimits.name) }
        return name
    }
}
