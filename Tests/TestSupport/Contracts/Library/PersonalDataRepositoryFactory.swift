public import FermataDomain
public import Testing

/// Makes an empty library with playlists and personal data.
public struct PersonalDataRepositoryFactory: Sendable, CustomTestStringConvertible {
    public typealias Library = (
        music: any LocalMusicRepository, sources: any SourceRepository, playlists: any LocalPlaylistRepository,
        data: any PersonalDataRepository
    )
    public let name: String
    public let make: @Sendable (TestTime) async throws -> Library

    public init(_ name: String, make: @escaping @Sendable (TestTime) async throws -> Library) {
        self.name = name
        self.make = make
    }

    public var testDescription: String { name }

    /// Makes a library with empty sources of these names.
    public func make(sources names: [String]) async throws -> Library {
        let time = TestTime()
        let library = try await make(time)
        for name in names {
            time.advance(by: 1)
            try await library.sources.add(Source(name: name, kind: "test", address: "test:\(name)", added: time.now))
        }
        return library
    }
}

extension PersonalDataRepository {
    func allBookmarks(allowing filter: ExplicitFilter = .all) async throws -> [ExportedBookmark] {
        try await bookmarks(allowing: filter).joined()
    }

    func allPlaylists(allowing filter: ExplicitFilter = .all) async throws -> [ExportedPlaylist] {
        try await playlists(allowing: filter).joined()
    }
}
