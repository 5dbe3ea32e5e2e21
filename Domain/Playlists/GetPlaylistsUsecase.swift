/// Gets playlists and the music in them that the listener may see.
public struct GetPlaylistsUsecase: Sendable {
    private let repository: any PlaylistRepository
    private let music: any MusicRepository
    private let listener: Listener

    public init(repository: any PlaylistRepository, music: any MusicRepository, listener: Listener) {
        self.repository = repository
        self.music = music
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

    /// Finds the one playlist with the typed name, or else the one whose name contains the typed text. Its songs are not
    /// counted, which takes time in proportion to their number.
    ///
    /// Of playlists with the same name, the library's own one is found.
    ///
    /// Throws `PlaylistError.notFound`, also for a blank text and for a playlist without music that the listener may
    /// see, or `.ambiguousName` with up to ten candidates.
    public func find(_ typed: String) async throws -> Playlist {
        guard !typed.isBlank else { throw PlaylistError.notFound(typed) }
        let candidates = try await repository.playlists(
            matching: typed, allowing: listener.filter, limit: Candidates.limit)
        guard let playlist = candidates.first else { throw PlaylistError.notFound(typed) }
        if candidates.count == 1 { return playlist }
        let own = candidates.filter { $0.source == nil && ArtistName($0.name) == ArtistName(typed) }
        guard own.count == 1 else { throw PlaylistError.ambiguousName(typed, candidates: candidates) }
        return own[0]
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

    /// Returns the window of a playlist's music in its order and in batches; of a saved search, its present results.
    public func batches(
        of playlist: Playlist, window: Window = .all
    ) -> any AsyncSequence<[Music], any Error> & Sendable {
        guard let search = playlist.search else {
            return repository.batches(of: playlist.id, allowing: listener.filter, window: window)
        }
        return music.batches(of: query(search, window: window))
    }

    /// Returns a playlist with its songs counted; those of a saved search are its present results.
    ///
    /// Throws `PlaylistError.notFound` if it was deleted.
    public func counted(_ playlist: Playlist) async throws -> Playlist {
        if playlist.count != nil { return playlist }
        guard let search = playlist.search else { return try await find(id: playlist.id) }
        var counted = playlist
        counted.count = min(try await music.count(query(search)), search.limit ?? .max)
        return counted
    }

    /// Returns playlists with their songs counted and the durations of these added up.
    ///
    /// O(n log m) for n entries of these playlists and m songs of the library; O(n) for n results of a saved search.
    public func measured(_ playlists: [Playlist]) async throws -> [Playlist] {
        var measured = playlists
        let durations = try await repository.durations(of: playlists.map(\.id), allowing: listener.filter)
        for (index, playlist) in playlists.enumerated() {
            guard let search = playlist.search else {
                measured[index].duration = durations[index]
                continue
            }
            var all = query(search)
            all.includesDetails = false
            (measured[index].count, measured[index].duration) = (0, .zero)
            for try await batch in music.batches(of: all) {
                measured[index].count? += batch.count
                measured[index].duration? += batch.reduce(.zero) { $0 + $1.duration }
            }
        }
        return measured
    }

    private func query(_ search: SavedSearch, window: Window = .all) -> MusicQuery {
        var query = search.query(window: window)
        query.explicit = listener.filter
        return query
    }
}
