/// The library that screens read and change.
public protocol MusicRepository: Sendable {
    /// The window of a query: at once, and again after each change to it, until the consumer stops.
    func pages(of query: MusicQuery) -> AsyncThrowingStream<MusicPage, any Error>

    /// Returns the window of a query in batches, all read from one state of the library.
    ///
    /// Each iteration reads anew, at most two batches ahead of its consumer. It ends the read when its task is
    /// cancelled or its iterator is dropped.
    func batches(of query: MusicQuery) -> any AsyncSequence<[Music], any Error> & Sendable

    /// How much music passes the filters of a query, whatever its window.
    func count(_ query: MusicQuery) async throws -> Int

    /// The music that a filter allows and whose id begins so, in the order of ids, `limit` at the most.
    func music(withPrefix prefix: MusicIDPrefix, allowing filter: ExplicitFilter, limit: Int) async throws -> [Music]

    /// Marks or unmarks music and answers, once that is durable, with the state that now holds.
    ///
    /// Throws `MusicError.notFound` where there is none with that id.
    func setBookmark(_ isBookmarked: Bool, of id: MusicID) async throws -> Music
}
