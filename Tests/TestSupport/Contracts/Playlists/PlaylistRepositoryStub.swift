package import FermataDomain

/// Stores playlists in an array, finds them by any part of their name, and reads them in batches of two.
package struct PlaylistRepositoryStub: PlaylistRepository {
    private let playlists: [(playlist: Playlist, music: [Music])]

    package init(_ playlists: [(playlist: Playlist, music: [Music])]) {
        self.playlists = playlists
    }

    package func playlists(
        nameContaining text: String, allowing filter: ExplicitFilter, window: Window
    ) async throws -> [Playlist] {
        let found = playlists.filter { entry in
            (text.isEmpty || entry.playlist.name.contains(text))
                && (filter == .all || entry.music.contains { filter.allows($0.explicit) })
        }
        let rest = found.map(\.playlist).dropFirst(window.offset)
        return Array(window.limit.map { rest.prefix($0) } ?? rest)
    }

    package func playlists(
        matching text: String, allowing filter: ExplicitFilter, limit: Int
    ) async throws -> [Playlist] {
        try await playlists(nameContaining: text, allowing: filter, window: Window(limit: limit))
    }

    package func playlist(_ id: PlaylistID, allowing filter: ExplicitFilter) async throws -> Playlist? {
        try await playlists(nameContaining: "", allowing: filter, window: .all).first { $0.id == id }
    }

    package func count(nameContaining text: String, allowing filter: ExplicitFilter) async throws -> Int {
        try await playlists(nameContaining: text, allowing: filter, window: .all).count
    }

    package func durations(of ids: [PlaylistID], allowing filter: ExplicitFilter) async throws -> [Duration] {
        ids.map { id in
            let music = playlists.first { $0.playlist.id == id }?.music ?? []
            return music.filter { filter.allows($0.explicit) }.reduce(.zero) { $0 + $1.duration }
        }
    }

    package func batches(
        of playlist: PlaylistID, allowing filter: ExplicitFilter, window: Window
    ) -> any AsyncSequence<[Music], any Error> & Sendable {
        let music = playlists.first { $0.playlist.id == playlist }?.music ?? []
        let allowed = music.filter { filter.allows($0.explicit) }.dropFirst(window.offset).prefix(window.limit ?? .max)
        return BatchSequence(batchSize: 2) { Array(allowed) }
    }
}
