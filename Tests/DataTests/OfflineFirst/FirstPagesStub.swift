import FermataDomain
import Synchronization

/// A library whose first sequence of pages is a given one.
final class FirstPagesStub: ForwardingLibrary {
    typealias Pages = AsyncThrowingStream<MusicPage, any Error>
    /// Opens when the second sequence begins.
    let secondBegins = Gate()
    let repository: any LocalMusicRepository
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
}
