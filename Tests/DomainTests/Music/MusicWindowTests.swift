import FermataContracts
import FermataDomain
import Foundation
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
        #expect(!MusicQuery(source: "radio").isCountedByIndex && !MusicQuery(text: "year:1977").isCountedByIndex)
        #expect(MusicQuery(bookmarkedOnly: true, downloadedOnly: true, album: "a").isCountedByIndex)
    }

    @Test("reads one song more than the window, once, and an unknown source is an error")
    func readsOnce() async throws {
        _ = try await usecase().window(of: MusicQuery(text: "song", window: Window(offset: 1, limit: 2)))
        #expect(repository.messages == [.batches(MusicQuery(text: "song", window: Window(offset: 1, limit: 3)))])
        await #expect(throws: SourceError.notFound("shop", known: [])) {
            try await usecase().window(of: MusicQuery(source: "shop"))
        }
    }

    private func usecase(_ listener: Listener = .anyone) -> GetMusicUsecase {
        GetMusicUsecase(repository: repository, sources: sources, listener: listener)
    }
}
