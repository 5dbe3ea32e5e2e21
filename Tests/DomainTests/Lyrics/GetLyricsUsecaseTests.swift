import FermataContracts
import FermataDomain
import Synchronization
import Testing

@Suite("Getting lyrics")
struct GetLyricsUsecaseTests {
    private let lines = Lyrics([LyricLine(time: .seconds(1), "a")])
    private let failure = SourceFailure(.connectionRefused, address: "")

    @Test(
        "applies the listener's rule",
        arguments: [
            (Listener.anyone, ExplicitFilter.all), (Listener(age: 12), .notExplicit),
            (Listener(age: 12, isStrict: true), .cleanOnly),
        ])
    func appliesRule(listener: Listener, filter: ExplicitFilter) async throws {
        let songs = ExplicitStatus.allCases.map { status in
            RemoteMusic(key: "\(status)", title: "\(status)", explicit: status, needsKey: true)
        }
        let library = try await library(songs)
        let remote = RemoteLyricsStub(lyrics: lines)
        let usecase = usecase(library, ["radio": remote], listener)
        for song in try await library.all() {
            if filter.allows(song.explicit) {
                #expect(try await usecase.execute(of: song.id) == lines)
            } else {
                await #expect(throws: MusicError.notFound(song.id.description)) {
                    try await usecase.execute(of: song.id)
                }
            }
        }
        #expect(remote.requested.count == ExplicitStatus.allCases.count(where: filter.allows))
    }

    @Test("returns the library's lyrics without asking a source")
    func returnsStoredLyrics() async throws {
        let library = try await library([RemoteMusic(key: "1", title: "Changes", lyrics: "stored", needsKey: true)])
        let remote = RemoteLyricsStub(lyrics: lines)
        let id = try #require(try await library.all().first).id
        #expect(try await usecase(library, ["radio": remote]).execute(of: id).lines == [LyricLine("stored")])
        #expect(remote.requested.isEmpty)
    }

    @Test("requests lyrics that the library lacks once, and stores them")
    func requestsAndStoresLyrics() async throws {
        let library = try await library([song])
        let remote = RemoteLyricsStub(lyrics: lines)
        let id = try #require(try await library.all().first).id
        for _ in 1...2 { #expect(try await usecase(library, ["radio": remote]).execute(of: id) == lines) }
        let origin = LyricsOrigin(source: "radio", key: "1", title: "Changes", artist: "David Bowie")
        #expect(remote.requested == [origin])
        #expect(try await library.lyrics(of: id, allowing: .all) == lines)
    }

    @Test("asks the next source if one fails or has none; fails only if no other has lyrics")
    func asksNextSource() async throws {
        let library = try await library([song], sources: ["home", "away"])
        let id = try #require(try await library.all().first).id
        let (failing, empty) = (RemoteLyricsStub(error: failure), RemoteLyricsStub(lyrics: .none))
        await #expect(throws: failure) {
            try await usecase(library, ["home": failing, "away": empty]).execute(of: id)
        }
        #expect(try await usecase(library, ["home": empty]).execute(of: id).isEmpty)
        #expect(try await usecase(library, [:]).execute(of: id).isEmpty)
        let full = RemoteLyricsStub(lyrics: lines)
        #expect(try await usecase(library, ["home": failing, "away": full]).execute(of: id) == lines)
        #expect(failing.requested.count == 2 && empty.requested.count == 2 && full.requested.count == 1)
    }

    @Test("a source that cannot be used as it is stored has no lyrics")
    func ignoresInvalidSource() async throws {
        let library = try await library([song])
        let id = try #require(try await library.all().first).id
        let usecase = GetLyricsUsecase(repository: library, sources: library, listener: .anyone) { source in
            throw SourceError.unknownKind(source.kind, known: [])
        }
        #expect(try await usecase.execute(of: id).isEmpty)
    }

    private let song = RemoteMusic(key: "1", title: "Changes", artist: "David Bowie", needsKey: true)

    private func library(_ songs: [RemoteMusic], sources: [String] = ["radio"]) async throws -> InMemoryMusicRepository
    {
        let library = InMemoryMusicRepository(now: { TestTime().now })
        try await LibrarySeed(sources.map { ($0, songs) }).fill(library, library, time: TestTime())
        return library
    }

    private func usecase(
        _ library: InMemoryMusicRepository, _ remotes: [String: RemoteLyricsStub], _ listener: Listener = .anyone
    ) -> GetLyricsUsecase {
        GetLyricsUsecase(repository: library, sources: library, listener: listener) { remotes[$0.name] }
    }
}

/// A source with the same lyrics, or the same error, for every song.
private final class RemoteLyricsStub: RemoteLyricsRepository {
    private let result: Result<Lyrics, SourceFailure>
    private let calls = Mutex<[LyricsOrigin]>([])

    init(lyrics: Lyrics) { result = .success(lyrics) }
    init(error: SourceFailure) { result = .failure(error) }

    var requested: [LyricsOrigin] { calls.withLock(\.self) }

    func lyrics(of song: LyricsOrigin) async throws -> Lyrics {
        calls.withLock { $0.append(song) }
        return try result.get()
    }
}
