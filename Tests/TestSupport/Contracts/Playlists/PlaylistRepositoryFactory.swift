public import FermataDomain
public import Testing

/// Makes an empty library with playlists and sources, with a clock.
public struct PlaylistRepositoryFactory: Sendable, CustomTestStringConvertible {
    public typealias Library = (
        music: any LocalMusicRepository, sources: any SourceRepository, playlists: any LocalPlaylistRepository,
        artists: any ArtistRepository
    )
    public let name: String
    public let make: @Sendable (TestTime) async throws -> Library

    public init(_ name: String, make: @escaping @Sendable (TestTime) async throws -> Library) {
        self.name = name
        self.make = make
    }

    public var testDescription: String { name }

    /// Makes a library with empty sources of these names.
    public func make(sources names: [String], time: TestTime = TestTime()) async throws -> Library {
        let library = try await make(time)
        for name in names {
            time.advance(by: 1)
            try await library.sources.add(Source(name: name, kind: "test", address: "test:\(name)", added: time.now))
        }
        return library
    }

    /// A library of one source, `radio`, with this music and these playlists.
    public func make(
        _ music: [RemoteMusic] = SampleMusic.all, _ playlists: [RemotePlaylist] = SamplePlaylists.all
    ) async throws -> Library {
        let library = try await make(sources: ["radio"])
        _ = try await library.music.refresh("radio", with: music)
        _ = try await library.playlists.refresh("radio", with: playlists)
        return library
    }
}

extension LocalPlaylistRepository {
    /// Syncs a source completely with exactly these playlists.
    public func refresh(
        _ source: String, with playlists: [RemotePlaylist], rejected: [RejectedRecord] = [], revision: String? = nil
    ) async throws -> SyncSummary {
        let session = try await beginSync(over: source)
        try await session.apply(RemotePlaylistBatch(playlists: playlists, rejected: rejected))
        return try await session.finish(.complete(revision: revision))
    }
}

extension PlaylistRepository {
    /// All playlists that a filter allows.
    public func all(allowing filter: ExplicitFilter = .all) async throws -> [Playlist] {
        try await playlists(nameContaining: "", allowing: filter, window: .all)
    }

    /// The names of playlists whose name contains a text.
    func names(containing text: String, _ window: Window = .all) async throws -> [String] {
        try await playlists(nameContaining: text, allowing: .all, window: window).map(\.name)
    }

    /// The first playlist called by a name. Throws if there is none.
    func playlist(_ name: String, allowing filter: ExplicitFilter = .all) async throws -> Playlist {
        try #require(try await playlists(matching: name, allowing: filter, limit: 1).first)
    }

    /// A playlist's music, read in batches.
    public func music(
        in playlist: Playlist, allowing filter: ExplicitFilter = .all, window: Window = .all
    ) async throws -> [Music] {
        try await batches(of: playlist.id, allowing: filter, window: window).joined()
    }

    /// The titles of the music in the first playlist called by a name.
    func titles(in name: String) async throws -> [String] { try await music(in: playlist(name)).map(\.title) }
}
