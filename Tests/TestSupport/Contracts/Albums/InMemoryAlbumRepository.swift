public import FermataDomain
import Synchronization

/// The albums of music in memory, which evaluates `AlbumQuery+Meaning`.
public struct InMemoryAlbumRepository: AlbumRepository {
    private let music: @Sendable () -> [Music]
    private let annotations: InMemorySubjectAnnotationRepository

    public init(
        annotations: InMemorySubjectAnnotationRepository = InMemorySubjectAnnotationRepository(),
        _ music: @escaping @Sendable () -> [Music]
    ) {
        (self.annotations, self.music) = (annotations, music)
    }

    /// The albums of a library in memory.
    public init(
        _ library: InMemoryMusicRepository,
        annotations: InMemorySubjectAnnotationRepository = InMemorySubjectAnnotationRepository()
    ) {
        self.init(annotations: annotations) { library.state.withLock { $0.songs } }
    }

    public func batches(of query: AlbumQuery) -> any AsyncSequence<[Album], any Error> & Sendable {
        BatchSequence(batchSize: 2) { query.results(from: music(), annotations.ofAlbums) }
    }

    public func count(_ query: AlbumQuery) async throws -> Int { query.count(in: music(), annotations.ofAlbums) }

    public func albums(
        matching text: String, by artist: String?, allowing filter: ExplicitFilter, limit: Int
    ) async throws -> [Album] {
        Album.albums(matching: text, by: artist, allowing: filter, limit: limit, among: music(), annotations.ofAlbums)
    }

    public func album(_ id: AlbumID, allowing filter: ExplicitFilter) async throws -> Album? {
        AlbumQuery(explicit: filter).results(from: music(), annotations.ofAlbums).first { $0.id == id }
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
