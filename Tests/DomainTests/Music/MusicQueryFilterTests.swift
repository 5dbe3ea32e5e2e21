import FermataDomain
import Testing

@Suite("What a query matches")
struct MusicQueryFilterTests {
    private let music = [
        Music(
            id: MusicID(1), title: "Changes", artist: "David Bowie", album: "Hunky Dory", explicit: .clean,
            sources: ["home"], isBookmarked: true),
        Music(id: MusicID(2), title: "Heroes", artist: "David Bowie", album: "“Heroes”", sources: ["home", "work"]),
        Music(
            id: MusicID(3), title: "Under Pressure", artist: "Queen & David Bowie", album: "Hot Space",
            explicit: .explicit, sources: ["work"]),
        Music(id: MusicID(4), title: "크리스마스", artist: "챔버오케스트라", album: "캐롤 모음"),
    ]

    @Test("a query that asks nothing matches everything")
    func everything() {
        #expect(ids(MusicQuery()) == [1, 2, 3, 4])
        #expect(ids(MusicQuery(text: "  ")) == [1, 2, 3, 4])
    }

    @Test(
        "every word must be found in the title, artist or album",
        arguments: [
            ("bowie", [1, 2, 3]), ("bowie hunky", [1]), ("HEROES david", [2]), ("스마 챔버", [4]), ("bowie 챔버", []),
            ("ow", [1, 2, 3]), ("&", [3]), ("hunkydory", []),
        ] as [(String, [UInt64])])
    func text(words: String, found: [UInt64]) {
        #expect(ids(MusicQuery(text: words)) == found)
    }

    @Test("an artist and an album are matched whole, by their sort keys")
    func names() {
        #expect(ids(MusicQuery(artist: "DAVID  bowie!")) == [1, 2])
        #expect(ids(MusicQuery(artist: "Bowie")) == [])
        #expect(ids(MusicQuery(album: "the heroes")) == [2])
        #expect(ids(MusicQuery(artist: "david bowie", album: "hunky dory")) == [1])
    }

    @Test("a source is matched by its exact name, one of several")
    func source() {
        #expect(ids(MusicQuery(source: "work")) == [2, 3])
        #expect(ids(MusicQuery(source: "Work")) == [])
    }

    @Test("bookmarked only leaves out the rest")
    func bookmarked() {
        #expect(ids(MusicQuery(bookmarkedOnly: true)) == [1])
    }

    @Test(
        "the explicit filter is kept",
        arguments: [
            (.all, [1, 2, 3, 4]), (.notExplicit, [1, 2, 4]), (.cleanOnly, [1]),
        ] as [(ExplicitFilter, [UInt64])])
    func explicit(filter: ExplicitFilter, found: [UInt64]) {
        #expect(ids(MusicQuery(explicit: filter)) == found)
    }

    @Test(
        "a window is a part of the whole list, empty beyond its end",
        arguments: [
            (Window(), [1, 2, 3, 4]), (Window(limit: 0), []), (Window(limit: 2), [1, 2]),
            (Window(offset: 1, limit: 2), [2, 3]),
            (Window(offset: 3), [4]), (Window(offset: 3, limit: 9), [4]), (Window(offset: 4), []),
            (Window(offset: .max, limit: .max), []), (Window(offset: -1, limit: 1), [1]), (Window(limit: -1), []),
        ] as [(Window, [UInt64])])
    func window(window: Window, found: [UInt64]) {
        #expect(ids(MusicQuery(window: window)) == found)
    }

    private func ids(_ query: MusicQuery) -> [UInt64] {
        query.answer(from: music).map(\.id.value)
    }
}
