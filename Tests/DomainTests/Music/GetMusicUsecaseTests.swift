import FermataContracts
import FermataDomain
import Foundation
import TestTraits
import Testing

@Suite("Getting music", .deadline)
struct GetMusicUsecaseTests {
    private static let songs = [
        song(0x0100_0000_0000_0001, "Ashes to Ashes", .clean), song(0x0100_0000_0000_0002, "Changes", .unknown),
        song(0x0200_0000_0000_0003, "Fame", .explicit),
    ]
    private static let restricted = Listener(age: 12)
    private let repository = MusicRepositoryStub(songs)
    private let sources = InMemoryMusicRepository(now: { .distantPast })

    @Test("asks the repository once for pages, with the listener's filter", arguments: [Listener.anyone, restricted])
    func emitsPages(listener: Listener) async throws {
        var pages: [MusicPage] = []
        for try await page in usecase(listener).execute(MusicQuery(order: .newest)) { pages.append(page) }
        let expected = MusicQuery(order: .newest, explicit: listener.filter)
        #expect(repository.messages == [.pages(expected)])
        #expect(pages.map(\.music) == [[], expected.results(from: Self.songs)])
        #expect(pages.map(\.freshness) == [.refreshing(since: nil), .stored(since: nil)])
    }

    @Test("asks the repository once for batches, with the listener's filter", arguments: [Listener.anyone, restricted])
    func returnsBatches(listener: Listener) async throws {
        let query = MusicQuery(explicit: .cleanOnly, window: Window(limit: 9))
        let batches = try await usecase(listener).batches(of: query).collected()
        let expected = MusicQuery(explicit: listener.filter, window: Window(limit: 9))
        #expect(repository.messages == [.batches(expected)])
        #expect(batches.flatMap { $0 } == expected.results(from: Self.songs))
        #expect(batches.first?.count == 2)
    }

    @Test("asks the repository once for the count, with the listener's filter")
    func countsAllowedMusic() async throws {
        #expect(try await usecase().count(MusicQuery(window: Window(limit: 1))) == 3)
        #expect(try await usecase(Self.restricted).count(MusicQuery()) == 2)
        #expect(
            repository.messages == [
                .count(MusicQuery(window: Window(limit: 1))), .count(MusicQuery(explicit: .notExplicit)),
            ])
    }

    @Test("checks the name of a source before it counts")
    func checksSource() async throws {
        let unknown = SourceError.notFound("shop", known: ["radio"])
        try await sources.add(Source(name: "radio", kind: "test", address: "test:", added: .distantPast))
        await #expect(throws: unknown) { try await usecase().count(MusicQuery(source: "shop")) }
        await #expect(throws: unknown) { try await usecase().check(MusicQuery(source: "shop")) }
        #expect(repository.messages.isEmpty)
        try await usecase().check(MusicQuery(source: "radio"))
        try await usecase().check(MusicQuery())
        #expect(try await usecase().count(MusicQuery(source: "radio")) == 0)
    }

    @Test("chooses any songs by a seed, each once, that the listener may see")
    func choosesRandomSongs() async throws {
        let ids = try await usecase(Self.restricted).randomIDs(9, seed: 7)
        #expect(ids.count == 2 && Set(ids) == Set(Self.songs.prefix(2).map(\.id)))
        #expect(try await usecase(Self.restricted).randomMusic(9, seed: 7).map(\.id) == ids)
        #expect(try await usecase().randomIDs(2, seed: 7).count == 2)
        let spread = (1...3_000).map { Music(id: MusicID($0 &* 0x9E37_79B9_7F4A_7C15), title: "Song \($0)") }
        let many = MusicRepositoryStub(spread)
        let large = GetMusicUsecase(repository: many, sources: sources, listener: .anyone)
        let chosen = try await large.randomIDs(1_200, seed: 7)
        #expect(chosen.count == 1_200 && Set(chosen).count == 1_200 && Set(chosen).isSubset(of: spread.map(\.id)))
        #expect(try await large.randomIDs(1_200, seed: 7) == chosen)
        #expect(try await large.randomIDs(1_200, seed: 8) != chosen)
        #expect(try await Set(large.randomIDs(3_000, seed: 9)) == Set(spread.map(\.id)))
    }

    @Test("chooses any songs of a search, each that the listener may see alike")
    func choosesFromSearch() async throws {
        let songs: [Music] = (1...40).map { (number: UInt64) in
            let genre = number.isMultiple(of: 2) ? "folk" : "pop"
            let explicit: ExplicitStatus = number.isMultiple(of: 10) ? .explicit : .clean
            return Music(id: MusicID(number), title: "Song", genre: genre, explicit: explicit)
        }
        let usecase = GetMusicUsecase(
            repository: MusicRepositoryStub(songs), sources: sources, listener: Listener(age: 12))
        let query = MusicQuery(text: "genre:folk")
        let all = Set(songs.filter { $0.genre == "folk" && $0.explicit == .clean }.map(\.id))
        #expect(try await Set(usecase.randomMusic(100, seed: 1, in: query).map(\.id)) == all)
        var counts: [MusicID: Int] = [:]
        for seed in 1...400 {
            let chosen = try await usecase.randomMusic(4, seed: UInt64(seed), in: query).map(\.id)
            #expect(Set(chosen).count == 4)
            for id in chosen { counts[id, default: 0] += 1 }
        }
        #expect(Set(counts.keys) == all && counts.values.allSatisfy { (60...140).contains($0) }, "\(counts)")
    }

    @Test("chooses songs of all parts of a large library, and reads a multiple of them", arguments: [1, 200])
    func spreadsRandomSongs(count: Int) async throws {
        let songs = (1...5_000).map { Music(id: MusicID(UInt64($0) << 50), title: "Song \($0)", explicit: .clean) }
        let many = MusicRepositoryStub(songs)
        let usecase = GetMusicUsecase(repository: many, sources: sources, listener: Self.restricted)
        let ids = try await usecase.randomIDs(count, seed: 1)
        #expect(Set(ids).count == count)
        #expect(count == 1 || Set(ids.map { $0.value >> 60 }).count >= 4)
        let limits = many.messages.map {
            if case .ids(_, .notExplicit, let limit) = $0 { limit } else { Int.max / 999 }
        }
        #expect(limits.reduce(0, +) < 8 * max(count, 64))
    }

    @Test("finds a song by the prefix of its id and asks once for up to ten candidates")
    func findsByPrefix() async throws {
        #expect(try await usecase().find("02") == Self.songs[2])
        let prefix = try #require(MusicIDPrefix("02"))
        #expect(repository.messages == [.find(prefix, .all, limit: 10)])
    }

    @Test("throws for unknown, invalid and ambiguous ids")
    func throwsForUnusableIDs() async throws {
        await #expect(throws: MusicError.notFound("03")) { try await usecase().find("03") }
        await #expect(throws: MusicError.notFound("xyz")) { try await usecase().find("xyz") }
        await #expect(throws: MusicError.notFound("")) { try await usecase(Self.restricted).find("") }
        let ambiguous = MusicError.ambiguousID("01", candidates: Array(Self.songs.prefix(2)))
        await #expect(throws: ambiguous) { try await usecase().find("01") }
    }

    @Test("applies the listener's rule to a single song")
    func appliesRuleToSingleSong() async throws {
        await #expect(throws: MusicError.notFound("02")) { try await usecase(Self.restricted).find("02") }
        let prefix = try #require(MusicIDPrefix("02"))
        #expect(repository.messages == [.find(prefix, .notExplicit, limit: 10)])
        #expect(try await usecase(Self.restricted).find("0100000000000002") == Self.songs[1])
        #expect(try await usecase(Listener(age: 12, isStrict: true)).find("01") == Self.songs[0])
    }

    @Test("rethrows the repository's errors")
    func rethrowsErrors() async throws {
        let error = LibraryError.damaged(path: "a.db")
        let usecase = GetMusicUsecase(
            repository: MusicRepositoryStub(Self.songs, error: error), sources: sources, listener: .anyone)
        await #expect(throws: error) { for try await _ in usecase.execute(MusicQuery()) {} }
        await #expect(throws: error) { try await usecase.batches(of: MusicQuery()).collected() }
        await #expect(throws: error) { try await usecase.count(MusicQuery()) }
        await #expect(throws: error) { try await usecase.find("01") }
    }

    private func usecase(_ listener: Listener = .anyone) -> GetMusicUsecase {
        GetMusicUsecase(repository: repository, sources: sources, listener: listener)
    }

    private static func song(_ id: UInt64, _ title: String, _ explicit: ExplicitStatus) -> Music {
        Music(id: MusicID(id), title: title, explicit: explicit)
    }
}
