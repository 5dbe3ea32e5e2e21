import FermataContracts
import FermataDomain
import Foundation
import Testing

@Suite("Songs that words name")
struct NamedMusicTests {
    private static let songs = [
        song(0x0100_0000_0000_0001, "Ashes to Ashes", album: "Scary Monsters"),
        song(0x0100_0000_0000_0002, "Dead Souls", album: "Still"), song(0x1979_0000_0000_0003, "Fame", album: "Low"),
        song(0x2222_0000_0000_0004, "1979", album: "Mellon Collie", isBookmarked: true),
        song(0x3333_0000_0000_0005, "Curse", album: "Loud", explicit: .explicit),
    ]

    @Test(
        "ids come first, in the order of the words", arguments: [["1979000000", "0100000000000001"], ["33", "2222"]])
    func findsIDs(words: [String]) async throws {
        let ids = words.compactMap { MusicIDPrefix($0) }
        let expected = ids.compactMap { id in Self.songs.first { id.range.contains($0.id) } }
        #expect(expected.count == 2)
        #expect(try await usecase().find(named: words) == .songs(expected))
    }

    @Test("a short word that names contain is no id", arguments: ["1979", "dead", "a"])
    func prefersWords(word: String) async throws {
        #expect(try await usecase().find(named: [word]) == .search(MusicQuery(text: word)))
    }

    @Test("words are a search in the language of lists", arguments: ["title:fame", "ashes -dead", "album:\"low\""])
    func searches(text: String) async throws {
        let words = text.split(separator: " ").map(String.init)
        #expect(try await usecase().find(named: words) == .search(MusicQuery(text: text)))
    }

    @Test("filters restrict ids, searches and everything")
    func filters() async throws {
        let bookmarked = MusicQuery(bookmarkedOnly: true)
        #expect(try await usecase().find(named: [], in: bookmarked) == .search(bookmarked))
        #expect(
            try await usecase().find(named: ["2222000000", "1979000000"], in: bookmarked) == .songs([Self.songs[3]]))
        await #expect(throws: MusicError.noMatch(MusicQuery(text: "fame", bookmarkedOnly: true))) {
            try await usecase().find(named: ["fame"], in: bookmarked)
        }
        await #expect(throws: MusicError.noMatch(bookmarked)) {
            try await usecase().find(named: ["0100000000000001"], in: bookmarked)
        }
    }

    @Test("words that could be ids and find nothing are reported as ids")
    func reportsIDs() async throws {
        await #expect(throws: MusicError.notFound("7f7f")) { try await usecase().find(named: ["7f7f"]) }
        let candidates = Array(Self.songs.prefix(2))
        await #expect(throws: MusicError.ambiguousID("0100", candidates: candidates)) {
            try await usecase().find(named: ["0100"])
        }
        await #expect(throws: MusicError.notFound("7000000000000000")) {
            try await usecase().find(named: ["0100000000000001", "7000000000000000"])
        }
    }

    @Test("an empty library is reported instead of words without a match", arguments: [["fame"], []])
    func reportsEmptyLibrary(words: [String]) async throws {
        await #expect(throws: MusicError.noMatch(MusicQuery())) { try await usecase([]).find(named: words) }
    }

    @Test(
        "close songs are found by title, artist or album, unless they are hidden",
        arguments: [
            ("fam title:famex", ["Fame"]), ("dead solus", ["Dead Souls"]), ("album:stil1", ["Dead Souls"]),
            ("cursed", []), ("is:played", []), ("-famex is:played", []),
        ])
    func findsCloseSongs(text: String, titles: [String]) async throws {
        let error = await #expect(throws: MusicError.self) {
            try await usecase(listener: Listener(age: 12)).find(named: [text])
        }
        if case .noMatch(_, let close) = error {
            #expect(close.map(\.title) == titles)
        } else {
            Issue.record("Unexpected error: \(String(describing: error))")
        }
    }

    @Test("hidden songs are unknown", arguments: [["curse"], ["3333000000000005"], ["33"]])
    func hidesExplicitSongs(words: [String]) async throws {
        let error = await #expect(throws: MusicError.self) {
            try await usecase(listener: Listener(age: 12)).find(named: words)
        }
        #expect(error == (words == ["curse"] ? .noMatch(MusicQuery(text: "curse")) : .notFound(words[0])))
    }

    private func usecase(_ songs: [Music] = songs, listener: Listener = .anyone) -> GetMusicUsecase {
        GetMusicUsecase(
            repository: MusicRepositoryStub(songs), sources: InMemoryMusicRepository(now: { .distantPast }),
            listener: listener)
    }
}

private func song(
    _ id: UInt64, _ title: String, album: String, isBookmarked: Bool = false, explicit: ExplicitStatus = .unknown
) -> Music {
    Music(id: MusicID(id), title: title, album: album, explicit: explicit, isBookmarked: isBookmarked)
}
