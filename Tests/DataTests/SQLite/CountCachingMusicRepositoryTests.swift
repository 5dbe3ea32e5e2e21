import FermataContracts
import FermataData
import FermataDomain
import Synchronization
import TestTraits
import Testing

@Suite("Cached counts of music", .deadline)
struct CountCachingMusicRepositoryTests {
    private let songs = MusicRepositoryStub([Music(id: MusicID(1), title: "One"), Music(id: MusicID(2), title: "Two")])
    private let changes = VersionStub()

    @Test("counts a query once in a version of the library, in any order and window")
    func countsOncePerVersion() async throws {
        let repository = CountCachingMusicRepository(songs, changes: changes)
        for _ in 1...3 {
            #expect(try await repository.count(MusicQuery(text: "one", window: Window(limit: 1))) == 1)
            #expect(try await repository.count(MusicQuery(text: "one", order: .newest, isReversed: true)) == 1)
            #expect(try await repository.count(MusicQuery(bookmarkedFirst: true)) == 2)
        }
        #expect(songs.messages.count == 2)
        changes.current.withLock { $0 = 2 }
        #expect(try await repository.count(MusicQuery(text: "one")) == 1)
        #expect(songs.messages.count == 3)
    }

    @Test("counts each filter on its own")
    func distinguishesFilters() async throws {
        let repository = CountCachingMusicRepository(songs, changes: changes)
        for query in [
            MusicQuery(text: "one"), MusicQuery(text: "two"), MusicQuery(bookmarkedOnly: true), MusicQuery(artist: "a"),
            MusicQuery(album: AlbumSelection("a")), MusicQuery(source: "a"), MusicQuery(downloadedOnly: true),
            MusicQuery(explicit: .cleanOnly),
        ] {
            #expect(try await repository.count(query) == (query.text.isEmpty ? 0 : 1))
        }
        #expect(songs.messages.count == 8)
    }

    @Test("counts again while the version is unknown, because the library is busy")
    func countsWhileBusy() async throws {
        let repository = CountCachingMusicRepository(songs, changes: changes)
        changes.current.withLock { $0 = nil }
        for _ in 1...2 { #expect(try await repository.count(MusicQuery()) == 2) }
        #expect(songs.messages.count == 2)
    }

    @Test("reads and changes music in the repository")
    func forwardsOtherCalls() async throws {
        let repository = CountCachingMusicRepository(songs, changes: changes)
        #expect(try await repository.batches(of: MusicQuery()).collected().flatMap { $0 }.count == 2)
        #expect(try await repository.setBookmark(true, of: [MusicID(1)]).map(\.isBookmarked) == [true])
        let prefix = MusicIDPrefix(MusicID(1))
        #expect(try await repository.music(withPrefix: prefix, allowing: .all, limit: 1).map(\.title) == ["One"])
        var pages = 0
        for try await _ in repository.pages(of: MusicQuery()) { pages += 1 }
        #expect(pages == 2)
    }
}

/// A library whose version the test sets; nil stands for a busy one.
private final class VersionStub: LibraryChangeObserver {
    let current = Mutex<Int?>(1)

    func version() throws -> Int {
        guard let version = current.withLock({ $0 }) else { throw LibraryError.busy(path: "library") }
        return version
    }

    func versions() -> AsyncThrowingStream<Int, any Error> { AsyncThrowingStream { $0.finish() } }
}
