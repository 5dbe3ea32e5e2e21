import FermataDomain
import Synchronization

/// A library whose first sequence of pages is a given one.
final class FirstPagesStub: LocalMusicRepository {
    typealias Pages = AsyncThrowingStream<MusicPage, any Error>
    /// Opens when the second sequence begins.
    let secondBegins = Gate()
    private let repository: any LocalMusicRepository
    private let first: Mutex<Pages?>

    init(_ repository: any LocalMusicRepository, first: Pages) {
        self.repository = repository
        self.first = Mutex(first)
    }

    func pages(of query: MusicQuery) -> Pages {
        let first = first.withLock { first in
            defer { first = nil }
            return first
        }
        if let first { return first }
        Task { [secondBegins] in await secondBegins.open() }
        return repository.pages(of: query)
    }

    func batches(of query: MusicQuery) -> any AsyncSequence<[Music], any Error> & Sendable {
        repository.batches(of: query)
    }

    func count(_ query: MusicQuery) async throws -> Int { try await repository.count(query) }

    func music(withPrefix prefix: MusicIDPrefix, allowing filter: ExplicitFilter, limit: Int) async throws -> [Music] {
        try await repository.music(withPrefix: prefix, allowing: filter, limit: limit)
    }

    func setBookmark(_ isBookmarked: Bool, of ids: [MusicID]) async throws -> [Music] {
        try await repository.setBookmark(isBookmarked, of: ids)
    }

    func beginSync(over source: String) async throws -> any SyncSession<RemoteBatch> {
        try await repository.beginSync(over: source)
    }
}
