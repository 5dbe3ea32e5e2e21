package import FermataDomain
import Synchronization

/// Stores music in an array, reads batches of two, and emits two pages.
package final class MusicRepositoryStub: MusicRepository {
    package struct Failure: Error {
        package init() {}
    }

    private let music: Mutex<[Music]>
    private let freshness: Freshness
    private let error: (any Error)?

    package init(_ music: [Music], freshness: Freshness = .stored(since: nil), error: (any Error)? = nil) {
        self.music = Mutex(music)
        self.freshness = freshness
        self.error = error
    }

    package func pages(of query: MusicQuery) -> AsyncThrowingStream<MusicPage, any Error> {
        AsyncThrowingStream { continuation in
            continuation.yield(MusicPage(music: [], freshness: .refreshing(since: nil)))
            continuation.yield(MusicPage(music: window(of: query), freshness: freshness))
            continuation.finish(throwing: error)
        }
    }

    package func batches(of query: MusicQuery) -> any AsyncSequence<[Music], any Error> & Sendable {
        BatchSequence(batchSize: 2) { [self] in window(of: query) }
    }

    package func count(_ query: MusicQuery) async throws -> Int {
        music.withLock { $0.filter(query.matches).count }
    }

    package func music(withPrefix prefix: MusicIDPrefix, allowing filter: ExplicitFilter, limit: Int) async throws
        -> [Music]
    {
        music.withLock { Array($0.filter { prefix.range.contains($0.id) && filter.allows($0.explicit) }.prefix(limit)) }
    }

    package func setBookmark(_ isBookmarked: Bool, of id: MusicID) async throws -> Music {
        try music.withLock { music in
            guard let index = music.firstIndex(where: { $0.id == id }) else {
                throw MusicError.notFound(id.description)
            }
            music[index].isBookmarked = isBookmarked
            return music[index]
        }
    }

    private func window(of query: MusicQuery) -> [Music] {
        music.withLock { query.results(from: $0) }
    }
}
