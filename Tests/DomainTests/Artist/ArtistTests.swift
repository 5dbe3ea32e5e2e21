import FermataDomain
import Testing

@Suite("An artist")
struct ArtistTests {
    @Test(
        "is called as most of the music does; of several that are as frequent, as the first by code point",
        arguments: [
            (["Abba"], "Abba"), (["Abba", "ABBA", "ABBA"], "ABBA"), (["abba", "Abba", "ABBA"], "ABBA"),
            (["björk", "Bjork", "björk", "Bjork"], "Bjork"), ([], ""),
        ])
    func name(names: [String], called: String) {
        let music = names.map { Music(id: MusicID(1), title: "Song", artist: $0) }
        #expect(Artist(of: music) == Artist(name: called, trackCount: names.count))
    }

    @Test(
        "is another's equal where the sort keys of their names are, or the names where nothing is left of these",
        arguments: [
            ("The Beatles", "beatles", true), ("GOT7", "got 7", false), ("!!!", "!!!", true), ("!!!", "?", false),
            ("", "", true), ("", "!!!", false),
        ])
    func equality(lhs: String, rhs: String, isEqual: Bool) {
        #expect((ArtistName(lhs) == ArtistName(rhs)) == isEqual)
    }
}
