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

    /// Sets or removes bookmarks, all or none, and returns the songs in the order of the ids once this is durable.
    ///
    /// Throws `MusicError.notFound` if the library does not contain one of the songs.
    func setBookmark(_ isBookmarked: Bool, of ids: [MusicID]) async throws -> [Music]
}
