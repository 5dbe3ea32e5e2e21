import FermataContracts
import FermataDomain
import Foundation
import Synchronization
import TestTraits
import Testing

@Suite("A window of music and the number of all matches", .deadline)
struct MusicWindowTests {
    private static let songs = (1...9).map { Music(id: MusicID(UInt64($0)), title: "Song \($0)", explicit: .clean) }
    private let repository = MusicRepositoryStub(songs)
    private let sources = InMemoryMusicRepository(now: { .distantPast })

    @Test("the total of a search that continues is not counted, unless it is requested")
    func leavesOutTotalOfSearch() async throws {
        let query = MusicQuery(text: "song", window: Window(offset: 2, limit: 3))
        let window = try await usecase().window(of: query)
        #expect(window == MusicWindow(music: query.results(from: Self.songs), total: nil))
        #expect(!repository.messages.contains(.count(query)))
        #expect(try await usecase().window(of: query, isCounted: true).total == 9)
    }

    @Test(
        "the total is known without counting if the list ends within the window",
        arguments: [(0, 9), (0, 50), (6, 3), (8, 500)])
    func knowsTotalAtEnd(offset: Int, limit: Int) async throws {
        let query = MusicQuery(text: "song", window: Window(offset: offset, limit: limit))
        let window = try await usecase().window(of: query)
        #expect(window.total == 9 && window.music.count == 9 - offset)
        #expect(try await usecase().window(of: MusicQuery(text: "nothing")) == MusicWindow(music: [], total: 0))
        #expect(repository.messages.allSatisfy { if case .batches = $0 { true } else { false } })
    }

    @Test("a window without songs is counted, since no song waits", arguments: [Window(limit: 0), Window(offset: 50)])
    func countsEmptyWindow(window: Window) async throws {
        let query = MusicQuery(text: "song", window: window)
        #expect(try await usecase().window(of: query) == MusicWindow(music: [], total: 9))
    }

    @Test("without words, the total is counted if an index has it")
    func countsByIndex() async throws {
        let first = Window(limit: 1)
        for query in [
            MusicQuery(window: first), MusicQuery(text: " ", window: first), MusicQuery(artist: "", window: first),
        ] {
            #expect(try await usecase().window(of: query).total == 9)
        }
        #expect(try await usecase(Listener(age: 12)).window(of: MusicQuery(window: first)).total == nil)
        try await sources.add(Source(name: "radio", kind: "test", address: "test:", added: .distantPast))
        #expect(!MusicQuery(source: "radio").hasFastCount && !MusicQuery(text: "year:1977").hasFastCount)
        #expect(MusicQuery(bookmarkedOnly: true, downloadedOnly: true, album: AlbumSelection("a")).hasFastCount)
    }

    @Test("reads one song more than the window, once, and an unknown source is an error")
    func readsOnce() async throws {
        _ = try await usecase().window(of: MusicQuery(text: "song", window: Window(offset: 1, limit: 2)))
        #expect(repository.messages == [.batches(MusicQuery(text: "song", window: Window(offset: 1, limit: 3)))])
        await #expect(throws: SourceError.notFound("shop", known: [])) {
            try await usecase().window(of: MusicQuery(source: "shop"))
        }
    }

    @Test("checks the name of a source once, also if it counts")
    func checksSourceOnce() async throws {
        try await sources.add(Source(name: "radio", kind: "test", address: "test:", added: .distantPast))
        let counting = CountingSourceRepository(sources)
        let usecase = GetMusicUsecase(repository: repository, sources: counting, listener: .anyone)
        #expect(
            try await usecase.window(of: MusicQuery(source: "radio", window: Window(limit: 0)), isCounted: true).total
                == 0)
        #expect(counting.readCount == 1)
    }

    private func usecase(_ listener: Listener = .anyone) -> GetMusicUsecase {
        GetMusicUsecase(repository: repository, sources: sources, listener: listener)
    }
}

/// Counts how often the sources are read.
private final class CountingSourceRepository: SourceRepository {
    private let repository: any SourceRepository
    private let reads = Mutex(0)

    init(_ repository: any SourceRepository) {
        self.repository = repository
    }

    var readCount: Int { reads.withLock { $0 } }

    func sources() async throws -> [Source] {
        reads.withLock { $0 += 1 }
        return try await repository.sources()
    }

    func add(_ source: Source) async throws { try await repository.add(source) }

    func update(_ name: String, to source: Source) async throws { try await repository.update(name, to: source) }

    func setIssue(_ issue: SyncIssue?, of source: Source) async throws {
        try await repository.setIssue(issue, of: source)
    }

    func remove(named name: String, keepingBookmarked: Bool) async throws {
        try await repository.remove(named: name, keepingBookmarked: keepingBookmarked)
    }
}
