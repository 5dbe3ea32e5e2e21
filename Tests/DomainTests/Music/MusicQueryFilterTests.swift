import FermataDomain
import Testing

@Suite("Filters of a query")
struct MusicQueryFilterTests {
    private let music = [
        Music(
            id: MusicID(1), title: "Changes", artist: "David Bowie", album: "Hunky Dory", explicit: .clean,
            released: ReleaseDate("1971-12-17"), sources: ["home"], isBookmarked: true),
        Music(id: MusicID(2), title: "Heroes", artist: "David Bowie", album: "“Heroes”", sources: ["home", "work"]),
        Music(
            id: MusicID(3), title: "Under Pressure", artist: "Queen & David Bowie", album: "Hot Space",
            explicit: .explicit, released: ReleaseDate("1982"), sources: ["work"], isDownloaded: true, plays: 1),
        Music(id: MusicID(4), title: "크리스마스", artist: "챔버오케스트라", album: "캐롤 모음"),
    ]

    @Test("matches everything without a filter")
    func emptyQueryMatchesAll() {
        #expect(ids(MusicQuery()) == [1, 2, 3, 4])
        #expect(ids(MusicQuery(text: "  ")) == [1, 2, 3, 4])
    }

    @Test(
        "matches if every word is in the title, artist or album",
        arguments: [
            ("bowie", [1, 2, 3]), ("bowie hunky", [1]), ("HEROES david", [2]), ("스마 챔버", [4]), ("bowie 챔버", []),
            ("ow", [1, 2, 3]), ("&", [3]), ("hunkydory", []),
        ] as [(String, [UInt64])])
    func matchesEveryWord(words: String, found: [UInt64]) {
        #expect(ids(MusicQuery(text: words)) == found)
    }

    @Test("matches complete artist and album names by sort key")
    func matchesCompleteNames() {
        #expect(ids(MusicQuery(artist: "DAVID  bowie!")) == [1, 2])
        #expect(ids(MusicQuery(artist: "Bowie")) == [])
        #expect(ids(MusicQuery(album: AlbumSelection("the heroes"))) == [2])
        #expect(ids(MusicQuery(artist: "david bowie", album: AlbumSelection("hunky dory"))) == [1])
    }

    @Test(
        "matches each single artist of a song that several share",
        arguments: [("Queen", [3]), ("david bowie", [1, 2, 3]), ("Queen & David Bowie", [3]), ("Bowie", [])]
            as [(String, [UInt64])])
    func matchesSingleArtists(artist: String, found: [UInt64]) {
        var music = self.music
        music[2].artists = ["David Bowie", "Queen"]
        #expect(MusicQuery(artist: artist).results(from: music).map(\.id.value) == found)
    }

    @Test("matches the exact name of one of the sources")
    func matchesSourceName() {
        #expect(ids(MusicQuery(source: "work")) == [2, 3])
        #expect(ids(MusicQuery(source: "Work")) == [])
    }

    @Test("matches bookmarked music only, on request")
    func matchesBookmarkedOnly() {
        #expect(ids(MusicQuery(bookmarkedOnly: true)) == [1])
    }

    @Test(
        "matches music by its state",
        arguments: [
            ("is:bookmarked", [1]), ("is:downloaded", [3]), ("is:explicit", [3]), ("is:clean", [1]), ("is:played", [3]),
            ("-is:played", [1, 2, 4]),
        ] as [(String, [UInt64])])
    func matchesState(text: String, found: [UInt64]) {
        #expect(ids(MusicQuery(text: text)) == found)
    }

    @Test(
        "matches a range of years, and never music without a year",
        arguments: [
            ("year:..1971", [1]), ("year:1972..", [3]), ("-year:..1971", [2, 3, 4]), ("year:0..9999", [1, 3]),
        ] as [(String, [UInt64])])
    func matchesYear(text: String, found: [UInt64]) {
        #expect(ids(MusicQuery(text: text)) == found)
    }

    @Test(
        "applies the explicit filter",
        arguments: [
            (.all, [1, 2, 3, 4]), (.notExplicit, [1, 2, 4]), (.cleanOnly, [1]),
        ] as [(ExplicitFilter, [UInt64])])
    func appliesExplicitFilter(filter: ExplicitFilter, found: [UInt64]) {
        #expect(ids(MusicQuery(explicit: filter)) == found)
    }

    @Test(
        "returns the window of the list, empty beyond its end",
        arguments: [
            (Window(), [1, 2, 3, 4]), (Window(limit: 0), []), (Window(limit: 2), [1, 2]),
            (Window(offset: 1, limit: 2), [2, 3]),
            (Window(offset: 3), [4]), (Window(offset: 3, limit: 9), [4]), (Window(offset: 4), []),
            (Window(offset: .max, limit: .max), []), (Window(offset: -1, limit: 1), [1]), (Window(limit: -1), []),
        ] as [(Window, [UInt64])])
    func returnsWindow(window: Window, found: [UInt64]) {
        #expect(ids(MusicQuery(window: window)) == found)
    }

    private func ids(_ query: MusicQuery) -> [UInt64] {
        query.results(from: music).map(\.id.value)
    }
}
