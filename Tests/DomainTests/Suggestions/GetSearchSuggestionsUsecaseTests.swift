import FermataContracts
import FermataDomain
import Foundation
import Testing

@Suite("Suggestions for a search field")
struct GetSearchSuggestionsUsecaseTests {
    private static let keys = [
        "artist:", "album:", "title:", "genre:", "source:", "year:", "added:", "duration:", "rating:", "is:",
    ]

    @Test("offers the keys of the search language where a term begins", arguments: ["", "love ", "\u{3000}", "a:b  "])
    func offersKeysBetweenTerms(text: String) async throws {
        let suggestions = try await suggestions(text)
        #expect(suggestions.map(\.label) == Self.keys)
        #expect(suggestions.map(\.input.before) == Self.keys.map { text + $0 })
        for key in Self.keys { #expect(SearchQuery(key + "x").terms != SearchQuery("mood:x").terms, "\(key)") }
    }

    @Test(
        "completes a key, and leaves the text around it unchanged",
        arguments: [
            ("alb", "", "album:", ""), ("love -GEN", " x", "love -genre:", " x"), ("i", "\tx", "is:", "\tx"),
            ("\"a b\" dur", "", "\"a b\" duration:", ""),
        ])
    func completesKey(before: String, after: String, completed: String, rest: String) async throws {
        let suggestions = try await suggestions(before, after)
        #expect(suggestions.map(\.input) == [SearchInput(before: completed, after: rest)])
    }

    @Test(
        "completes the names of artists, with quotes where they hold spaces",
        arguments: [
            ("artist:ed", "", "artist:\"Ed Sheeran\" ", ""), ("love ed", "", "love artist:\"Ed Sheeran\" ", ""),
            ("-artist:sheer", " x", "-artist:\"Ed Sheeran\" ", "x"), ("-shee", "", "-artist:\"Ed Sheeran\" ", ""),
            ("ARTIST:\"ed sh", "\" x", "ARTIST:\"Ed Sheeran\" ", "x"), ("\"ed s", "", "artist:\"Ed Sheeran\" ", ""),
            ("x ed she", "", "x artist:\"Ed Sheeran\" ", ""), ("is:clean ade", "", "is:clean artist:Adele ", ""),
            ("artist:챔버", "", "artist:챔버오케스트라 ", ""), ("weird", "", "artist:\" Weird Al  Yankovic\" ", ""),
            ("artist:12", "", "artist:12\"ers ", ""), ("artist:ac", "", "artist:AC/DC ", ""),
        ])
    func completesArtist(before: String, after: String, completed: String, rest: String) async throws {
        #expect(try await suggestions(before, after).map(\.input) == [SearchInput(before: completed, after: rest)])
    }

    @Test("offers keys before names, and an artist's long name before its last word")
    func ordersSuggestions() async throws {
        #expect(
            try await suggestions("a").map(\.label) == [
                "artist:", "album:", "added:", "AC/DC", "Adele", "\"Weird Al\" Yankovic",
            ])
        let artists = ["Ed Sheeran", "Sheena"]
        #expect(try await suggestions("ed shee", artists: artists).map(\.label) == ["Ed Sheeran"])
        #expect(try await suggestions("an ed shee", artists: artists).map(\.label) == ["Ed Sheeran"])
        #expect(try await suggestions("my shee", artists: artists).map(\.label) == ["Sheena", "Ed Sheeran"])
    }

    @Test(
        "a name does not begin with a quoted, excluded or keyed term", arguments: ["\"ed\" ", "-ed ", "genre:ed "])
    func keepsEarlierTerm(earlier: String) async throws {
        let suggestions = try await suggestions(earlier + "shee", artists: ["Ed Sheeran", "Genre:Ed Sheeran"])
        #expect(!suggestions.isEmpty && suggestions.allSatisfy { $0.input.before.hasPrefix(earlier) })
    }

    @Test(
        "the completed name finds the artist's music, whatever it contains",
        arguments: ["\" \"a", "a \"b\" c", "“x” y", "a\nb", "-a b", "is:a b", "!!!", "! !", "12\""])
    func completedNameFindsMusic(name: String) async throws {
        let artists = ArtistRepositoryStub(artists: { _ in [Artist(name: name, trackCount: 1)] })
        let sources = InMemoryMusicRepository(now: { .distantPast })
        let usecase = GetSearchSuggestionsUsecase(artists: artists, sources: sources, listener: .anyone)
        let music = Music(id: MusicID(1), title: "Song", artist: name)
        for typed in ["artist:x", "x", "\"x"] {
            let suggestions = try await usecase.execute(SearchInput(before: typed))
            #expect(suggestions.map(\.label) == [name])
            for suggestion in suggestions {
                let query = MusicQuery(text: suggestion.input.text)
                #expect(query.results(from: [music, Music(id: MusicID(2), title: name)]) == [music])
            }
        }
    }

    @Test(
        "offers nothing inside a word, after a phrase, and for unknown values",
        arguments: [
            ("ed", "x"), ("", "x"), ("", "\""), ("ed", "\""), ("\"ed\"", ""), ("artist:\"ed\"", ""), ("year:19", ""),
            ("album:a", ""), ("is:x", ""), ("artist:zzz", ""), ("zzz", ""), ("artist:", ""), ("-", ""), ("!", ""),
            ("mood:ed", ""), ("is:", "\""),
        ])
    func offersNothing(before: String, after: String) async throws {
        #expect(try await suggestions(before, after) == [])
    }

    @Test("completes states and names of sources")
    func completesStatesAndSources() async throws {
        let states = ["bookmarked", "downloaded", "explicit", "clean", "played"]
        #expect(try await suggestions("is:").map(\.label) == states)
        #expect(try await suggestions("-is:D").map(\.input.before) == ["-is:downloaded "])
        #expect(try await suggestions("source:my").map(\.input.before) == ["source:\"My shelf\" "])
        #expect(try await suggestions("source:").map(\.label) == ["radio", "My shelf"])
    }

    @Test("offers only artists and states that the listener's music can have")
    func appliesListenersRule() async throws {
        let artists = ArtistRepositoryStub(artists: { filter in
            filter == .all ? [Artist(name: "KISS", trackCount: 1)] : []
        })
        let sources = InMemoryMusicRepository(now: { .distantPast })
        let usecase = GetSearchSuggestionsUsecase(artists: artists, sources: sources, listener: Listener(age: 12))
        #expect(try await usecase.execute(SearchInput(before: "artist:k")) == [])
        #expect(artists.messages == [.beginning("k", .notExplicit, limit: 10)])
        let states = try await usecase.execute(SearchInput(before: "is:")).map(\.label)
        #expect(states == ["bookmarked", "downloaded", "clean", "played"])
    }

    @Test("returns at most ten suggestions, and none that is too long for a search field")
    func limitsSuggestions() async throws {
        let many = (100...150).map { "Band \($0)" }
        #expect(try await suggestions("band", artists: many).count == 10)
        #expect(try await suggestions("a", artists: many.map { "A " + $0 }).map(\.label).count == 10)
        let longest = "Band " + String(repeating: "x", count: SearchQuery.textLimit - #"artist:"Band " "#.count)
        #expect(try await suggestions("band", artists: [longest + "x", longest]).map(\.label) == [longest])
    }

    private func suggestions(
        _ before: String, _ after: String = "",
        artists: [String] = ["Ed Sheeran", "Adele", "챔버오케스트라", "\"Weird Al\" Yankovic", "12\"ers", "AC/DC"]
    ) async throws -> [SearchSuggestion] {
        let library = InMemoryMusicRepository(now: { .distantPast })
        for name in ["radio", "My shelf"] {
            try await library.add(Source(name: name, kind: "test", address: "test:\(name)", added: .distantPast))
        }
        return try await GetSearchSuggestionsUsecase(
            artists: ArtistRepositoryStub(beginning: { Self.artists(artists, beginningWith: $0) }), sources: library,
            listener: .anyone
        ).execute(SearchInput(before: before, after: after))
    }

    /// The names that begin with a text, then those with a word that does, each in the order of sort keys.
    private static func artists(_ names: [String], beginningWith text: String) -> [Artist] {
        let (start, keys) = (SortKey(text).text, names.map { (name: $0, key: SortKey($0).text) })
        if start.isEmpty { return [] }
        let sorted = keys.sorted { $0.key < $1.key }
        let found =
            sorted.filter { $0.key.hasPrefix(start) }
            + sorted.filter { !$0.key.hasPrefix(start) && $0.key.contains(" " + start) }
        return found.map { Artist(name: $0.name, trackCount: 1) }
    }
}
