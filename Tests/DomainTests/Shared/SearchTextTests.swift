import FermataDomain
import Testing

@Suite("Text that is searched")
struct SearchTextTests {
    private let text = SearchText(title: "Don’t Stop Me Now", artist: "Queen & Béla", album: "챔버 오케스트라")

    @Test(
        "a word is found anywhere in title, artist or album, whatever its case and marks",
        arguments: ["don't", "DON’T", "stop", "top m", "queen", "bela", "BÉLA", "버 오", "오케", "&", "w", "me"])
    func found(words: String) {
        #expect(SearchText.words(of: words).allSatisfy(text.contains))
    }

    @Test("a word that stands nowhere, or only across two fields, is not found", arguments: ["stopp", "mequeen", "x"])
    func notFound(word: String) {
        #expect(!text.contains(word))
    }

    @Test("punctuation is searched as it stands")
    func punctuation() {
        let text = SearchText(title: "AC/DC", artist: "P!nk", album: "")
        #expect(text.contains("ac/dc") && text.contains("p!nk") && !text.contains("acdc"))
    }

    @Test(
        "what a person types is split at any space",
        arguments: [
            ("", []), ("  ", []), ("a", ["a"]), (" Two\tWords\n", ["two", "words"]),
            ("a\u{3000}b\u{A0}c", ["a", "b", "c"]),
            ("a\0b", ["a", "b"]), ("a\u{200B}b", ["ab"]), ("it‘s", ["it's"]),
        ])
    func words(query: String, words: [String]) {
        #expect(SearchText.words(of: query) == words)
    }

    @Test("the text has a line for each field, whatever line breaks they hold")
    func lines() {
        let text = SearchText(title: "a\nb", artist: "c\u{2028}d\r", album: "")
        #expect(text.text == "a b\nc d \n")
    }

    @Test("the text of music is that of its title, artist and album")
    func music() {
        let music = Music(id: MusicID(1), title: "Changes", artist: "David Bowie", album: "Hunky Dory", genre: "Rock")
        #expect(SearchText(of: music) == SearchText(title: "Changes", artist: "David Bowie", album: "Hunky Dory"))
    }
}
