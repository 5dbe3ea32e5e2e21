/// Gets playlists and the music in them that the listener may see.
public struct GetPlaylistsUsecase: Sendable {
    private let repository: any PlaylistRepository
    private let listener: Listener

    public init(repository: any PlaylistRepository, listener: Listener) {
        self.repository = repository
        self.listener = listener
    }

    /// Returns a window of the playlists whose name contains a text, best matches first, then in the order of names.
    public func execute(named text: String, window: Window) async throws -> [Playlist] {
        try await repository.playlists(nameContaining: text, allowing: listener.filter, window: window)
    }

    /// Returns how many playlists have a name that contains a text.
    public func count(named text: String) async throws -> Int {
        try await repository.count(nameContaining: text, allowing: listener.filter)
    }

    /// Finds the one playlist with the typed name, or else the one whose name contains the typed text.
    ///
    /// Throws `PlaylistError.notFound`, also for a blank text and for a playlist without music that the listener may
    /// see, or `.ambiguousName` with up to ten candidates.
    public func find(_ typed: String) async throws -> Playlist {
        guard !typed.isBlank else { throw PlaylistError.notFound(typed) }
        let candidates = try await repository.playlists(
            matching: typed, allowing: listener.filter, limit: Candidates.limit)
        guard let playlist = candidates.first else { throw PlaylistError.notFound(typed) }
        guard candidates.count == 1 else {
            throw PlaylistError.ambiguousName(typed, candidates: candidates)
        }
        return playlist
    }

    /// Returns the playlist with an id.
    ///
    /// Throws `PlaylistError.notFound`, also for a playlist without music that the listener may see.
    public func find(id: PlaylistID) async throws -> Playlist {
        guard let playlist = try await repository.playlist(id, allowing: listener.filter) else {
            throw PlaylistError.notFound(id.description)
        }
        return playlist
    }

    /// Returns the window of a playlist's music in its order and in batches.
    public func batches(
        of playlist: Playlist, window: Window = .all
    ) -> any AsyncSequence<[Music], any Error> & Sendable {
        repository.batches(of: playlist.id, allowing: listener.filter, window: window)
    }
}
