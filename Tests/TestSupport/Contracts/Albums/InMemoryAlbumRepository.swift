public import FermataDomain
import Synchronization

/// The albums of music in memory, which evaluates `AlbumQuery+Meaning`.
public struct InMemoryAlbumRepository: AlbumRepository {
    private let music: @Sendable () -> [Music]

    public init(_ music: @escaping @Sendable () -> [Music]) {
        self.music = music
    }

    /// The albums of a library in memory.
    public init(_ library: InMemoryMusicRepository) {
        self.init { library.state.withLock { $0.songs } }
    }

    public func batches(of query: AlbumQuery) -> any AsyncSequence<[Album], any Error> & Sendable {
        BatchSequence(batchSize: 2) { query.results(from: music()) }
    }

    public func count(_ query: AlbumQuery) async throws -> Int { query.count(in: music()) }

    public func albums(
        matching text: String, by artist: String?, allowing filter: ExplicitFilter, limit: Int
    ) async throws -> [Album] {
        Album.albums(matching: text, by: artist, allowing: filter, limit: limit, among: music())
    }

    public func album(_ id: AlbumID, allowing filter: ExplicitFilter) async throws -> Album? {
        AlbumQuery(explicit: filter).results(from: music()).first { $0.id == id }
    }

    public func genres(in order: GenreOrder, allowing filter: ExplicitFilter, window: Window) async throws -> [Genre] {
        Genre.genres(of: music(), in: order, allowing: filter, window: window)
    }

    public func albumArtists(
        nameContaining text: String, allowing filter: ExplicitFilter, window: Window
    ) async throws -> [AlbumArtistCount] {
        AlbumArtistCount.artists(of: music(), nameContaining: text, allowing: filter, window: window)
    }
}
