import FermataDomain
import Testing

@Suite("Search text")
struct SearchTextTests {
    private let text = SearchText(title: "Don’t Stop Me Now", artist: "Queen & Béla", album: "챔버 오케스트라")

    @Test(
        "finds a word anywhere in title, artist or album, ignoring case and marks",
        arguments: ["don't", "DON’T", "stop", "top m", "queen", "bela", "BÉLA", "버 오", "오케", "&", "w", "me"])
    func findsWordAnywhere(words: String) {
        #expect(SearchText.words(of: words).allSatisfy(text.contains))
    }

    @Test("does not find other words or words across two fields", arguments: ["stopp", "mequeen", "x"])
    func ignoresOtherWords(word: String) {
        #expect(!text.contains(word))
    }

    @Test("searches punctuation exactly")
    func searchesPunctuationExactly() {
        let text = SearchText(title: "AC/DC", artist: "P!nk", album: "")
        #expect(text.contains("ac/dc") && text.contains("p!nk") && !text.contains("acdc"))
    }

    @Test(
        "splits a typed search at every space",
        arguments: [
            ("", []), ("  ", []), ("a", ["a"]), (" Two\tWords\n", ["two", "words"]),
            ("a\u{3000}b\u{A0}c", ["a", "b", "c"]),
            ("a\0b", ["a", "b"]), ("a\u{200B}b", ["ab"]), ("it‘s", ["it's"]),
        ])
    func splitsAtSpaces(query: String, words: [String]) {
        #expect(SearchText.words(of: query) == words)
    }

    @Test("has one line per field, whatever line breaks a field contains")
    func hasOneLinePerField() {
        let text = SearchText(title: "a\nb", artist: "c\u{2028}d\r", album: "")
        #expect(text.text == "a b\nc d \n")
    }

    @Test("uses the title, artist and album of music")
    func usesTitleArtistAlbum() {
        let music = Music(id: MusicID(1), title: "Changes", artist: "David Bowie", album: "Hunky Dory", genre: "Rock")
        #expect(SearchText(of: music) == SearchText(title: "Changes", artist: "David Bowie", album: "Hunky Dory"))
    }
}
