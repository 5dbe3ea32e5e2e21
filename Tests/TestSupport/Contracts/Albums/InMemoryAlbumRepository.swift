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
        let songs = music().filter { filter.allows($0.explicit) }
        let found = AlbumQuery(explicit: filter).results(from: songs, annotations.ofAlbums)
        if let album = found.first(where: { $0.id == id }) { return album }
        let other = AlbumGroups.songs(of: songs).lazy.compactMap { release, songs in
            Album(inOrder: songs, release).flatMap { $0.annotationIDs(of: songs).contains(id) ? $0.id : nil }
        }.first
        return found.first { $0.id == other }
    }

    public func albumsAmongNamesakes(of songs: [MusicID: AlbumID]) async throws -> [MusicID: AlbumID] {
        let groups = AlbumGroups(of: music())
        let albums = music().filter { songs[$0.id] != nil }.compactMap { song in
            groups.id(of: song).map { (song, $0) }
        }
        return Dictionary(uniqueKeysWithValues: albums.filter { $1 != $0.albumIDWithoutNamesakes }.map { ($0.id, $1) })
    }

    public func genres(in order: GenreOrder, allowing filter: ExplicitFilter, window: Window) async throws -> [Genre] {
        Genre.genres(of: music(), in: order, allowing: filter, window: window)
    }

    public func albumArtists(
        nameContaining text: String, from source: String?, allowing filter: ExplicitFilter, window: Window
    ) async throws -> [AlbumArtistCount] {
        AlbumArtistCount.artists(
            of: music(), nameContaining: text, from: source, allowing: filter, window: window)
    }
}
