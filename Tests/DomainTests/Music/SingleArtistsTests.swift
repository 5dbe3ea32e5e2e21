import FermataDomain
import Testing

@Suite("Single artists of a song")
struct SingleArtistsTests {
    @Test(
        "of a record are the different names that its source states",
        arguments: [
            (["Queen", "David Bowie"], "Queen & David Bowie", ["David Bowie", "Queen"]),
            (["Queen", "David Bowie"], "QUEEN", ["David Bowie", "Queen"]),
            ([" Queen\n", "", " ", "the queen", "Bowie", "QUEEN!"], "Both", ["Bowie", "Queen"]),
            (["!!!", "?", "!!!", "Abba"], "All", ["Abba", "!!!", "?"]), (["!!!", "?"], "!!!", ["!!!", "?"]),
            (["나비", "Ångström", "Queen"], "", ["Ångström", "Queen", "나비"]),
        ])
    func areDifferentNames(names: [String], artist: String, expected: [String]) {
        let song = RemoteMusic(key: "1", title: "a", artist: artist, artists: names)
        #expect(song.artists == expected && song.artist == artist)
    }

    @Test(
        "are none if a source states fewer than two different names",
        arguments: [[], ["Queen"], ["Queen", "QUEEN"], ["Queen & David Bowie", " "], ["", ""]])
    func areNoneForOneName(names: [String]) {
        #expect(RemoteMusic(key: "1", title: "a", artist: "Queen & David Bowie", artists: names).artists.isEmpty)
    }

    @Test(
        "are never made by splitting a text", arguments: ["Simon & Garfunkel", "AC/DC", "Santana feat. Rob", "A; B, C"])
    func areNotSplit(artist: String) {
        #expect(RemoteMusic(key: "1", title: "a", artist: artist).artists.isEmpty)
        #expect(RemoteMusic(key: "1", title: "a", artist: artist, artists: [artist]).artists.isEmpty)
    }

    @Test(
        "of a song are those of its record and of other sources, without the shown one",
        arguments: [
            (["Bowie", "Queen"], "Queen & Bowie", [], true, ["Bowie", "Queen"]),
            (["Bowie", "Queen"], "QUEEN", ["Bing"], true, ["Bing", "Bowie"]),
            (["Bowie", "Queen"], "Both", ["bowie!", "Queen"], true, ["bowie!", "Queen"]),
            (["Bowie", "Queen"], "Both", ["Bing"], false, ["Bowie", "Queen"]), ([], "Both", ["Bing"], false, []),
            ([], "Both", ["Bing"], true, ["Bing"]),
        ])
    func areUnited(names: [String], artist: String, stored: [String], isShared: Bool, expected: [String]) {
        #expect(SingleArtists.names(names, besides: artist, stored: stored, isShared: isShared) == expected)
        let many = (10...50).map { "Artist \($0)" }
        #expect(SingleArtists.names(names, besides: artist, stored: many, isShared: true).count == SingleArtists.limit)
    }

    @Test("are at most 32, each cut to the limit of names")
    func areLimited() {
        let names = (1...40).map { "Artist \($0)" }
        #expect(RemoteMusic(key: "1", title: "a", artists: names).artists == Array(names.prefix(32)))
        let long = String(repeating: "x", count: TextLimits.name + 1)
        let song = RemoteMusic(key: "1", title: "a", artists: [long, "Abba"])
        #expect(song.artists.map(\.utf8.count) == [4, TextLimits.name - 1] && song.isShortened)
    }

    @Test("a song is by its shown artist and each single one")
    func songIsByEachArtist() {
        let song = Music(id: MusicID(1), title: "a", artist: "Queen & David Bowie", artists: ["David Bowie", "Queen"])
        #expect(song.allArtists == ["Queen & David Bowie", "David Bowie", "Queen"])
        for name in ["queen", "DAVID bowie", "Queen & David Bowie!"] { #expect(song.isBy(ArtistName(name))) }
        for name in ["Bowie", "", "Queen David"] { #expect(!song.isBy(ArtistName(name))) }
        #expect(Music(id: MusicID(1), title: "a").allArtists.isEmpty)
    }

    @Test(
        "names are ordered by their keys, those without a key last",
        arguments: [("Abba", "Björk"), ("z", "!"), ("!", "?")])
    func namesAreOrdered(first: String, second: String) {
        #expect(ArtistName(first) < ArtistName(second) && !(ArtistName(second) < ArtistName(first)))
        #expect(!(ArtistName(first) < ArtistName(first.uppercased())))
    }
}
