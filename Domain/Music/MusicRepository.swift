public import Foundation

/// The library that screens read and change.
public protocol MusicRepository: Sendable {
    /// Emits the window of a query at once, and again after each change to it, until the consumer stops.
    func pages(of query: MusicQuery) -> AsyncThrowingStream<MusicPage, any Error>

    /// Returns the window of a query in batches, all read from one state of the library.
    ///
    /// Each iteration starts a new read, at most some megabytes ahead of its consumer. Cancelling its task or dropping
    /// its iterator ends the read.
    func batches(of query: MusicQuery) -> any AsyncSequence<[Music], any Error> & Sendable

    /// Returns how many songs pass the filters of a query, regardless of its window.
    func count(_ query: MusicQuery) async throws -> Int

    /// Returns up to `limit` songs whose id has a prefix and that a filter allows, in the order of ids.
    func music(withPrefix prefix: MusicIDPrefix, allowing filter: ExplicitFilter, limit: Int) async throws -> [Music]

    /// Returns the ids of up to `limit` songs that a filter allows, in ascending order from an id on.
    ///
    /// Its time depends on the songs that it passes, not on the size of the library.
    func ids(from first: MusicID, allowing filter: ExplicitFilter, limit: Int) async throws -> [MusicID]

    /// Returns the songs with some ids that a filter allows, each once, in the order of the ids. Reads once.
    func music(_ ids: [MusicID], allowing filter: ExplicitFilter) async throws -> [Music]

    /// Returns those of some ids whose songs the library contains and a filter allows. Reads once, and no song.
    func ids(among ids: [MusicID], allowing filter: ExplicitFilter) async throws -> Set<MusicID>

    /// Sets or removes bookmarks, all or none, and returns the songs in the order of the ids once this is durable.
    ///
    /// Throws `MusicError.notFound` if the library does not contain one of the songs.
    func setBookmark(_ isBookmarked: Bool, of ids: [MusicID]) async throws -> [Music]

    /// Rates songs, or removes their ratings, all or none, and returns the songs in the order of the ids once this is
    /// durable.
    ///
    /// Throws `MusicError.notFound` if the library does not contain one of the songs.
    func setRating(_ rating: Rating?, of ids: [MusicID]) async throws -> [Music]
}

extension MusicRepository {
    /// Returns the song with an id if the listener may see it.
    ///
    /// Throws `MusicError.notFound`, for a hidden song and for an unknown one: no caller can tell them apart.
    func music(_ id: MusicID, allowedBy listener: Listener) async throws -> Music {
        let found = try await music(withPrefix: MusicIDPrefix(id), allowing: listener.filter, limit: 1)
        guard let song = found.first else { throw MusicError.notFound(id.description) }
        return song
    }
}

extension [Music] {
    /// The songs in the order of some ids, each once.
    package func ordered(by ids: [MusicID]) -> [Music] {
        var songs = Dictionary(map { ($0.id, $0) }) { first, _ in first }
        return ids.compactMap { songs.removeValue(forKey: $0) }
    }
}

/// A window of music and its freshness.
public struct MusicPage: Equatable, Sendable {
    public var music: [Music]
    public var freshness: Freshness

    public init(music: [Music], freshness: Freshness) {
        self.music = music
        self.freshness = freshness
    }
}

/// How current the library is.
///
/// `since` is when the least recently synced source last completed a sync, or nil if none ever did.
public enum Freshness: Equatable, Sendable {
    /// There is no source to update from.
    case noSources
    case stored(since: Date?)
    case refreshing(since: Date?)
    case fresh(at: Date)
    /// Some sources could not be read; their stored music stays. `updated` names the sources that were read.
    case offline(since: Date?, failures: [SourceFailure], updated: [String] = [])
}
