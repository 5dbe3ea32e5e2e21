import FermataDomain
import Testing

@Suite("Relevance of a search")
struct SearchRelevanceTests {
    @Test(
        "ranks equal names, beginnings, beginnings of words, then others",
        arguments: [
            ("hello", "Hello", "Adele", "25", .equal), ("hello", "Hello!", "", "", .equal),
            ("adele", "Hello", "Adele", "25", .equal), ("beatles", "Help!", "The Beatles", "", .equal),
            ("hello", "Hello Goodbye", "x", "", .beginning), ("ed", "x", "Ed Sheeran", "", .beginning),
            ("hello", "Caroline", "Aminé", "Hello!", .wordBeginnings),
            ("ca am", "Caroline", "Aminé", "", .wordBeginnings),
            ("hello", "Othello", "", "", .elsewhere), ("he ello", "Hello", "", "", .elsewhere),
            ("ed", "x", "Speedy", "", .elsewhere), ("acdc", "AC/DC Live", "", "", .wordBeginnings),
            ("!!!", "!!!", "", "", .equal), ("!!!", "!!!!", "", "", .wordBeginnings),
            ("?", "why ?", "", "", .wordBeginnings),
            ("07", "7", "", "", .equal), ("사랑", "사랑해", "", "", .beginning), ("ㅅㄹ", "첫 사랑", "", "", .wordBeginnings),
        ] as [(String, String, String, String, SearchRank)])
    func ranksSong(query: String, title: String, artist: String, album: String, rank: SearchRank) throws {
        let relevance = try #require(SearchRelevance(SearchQuery(query).words))
        let text = SearchText(title: title, artist: artist, album: album)
        #expect(relevance.rank(title: title, artist: artist, text: text) == rank)
    }

    @Test("ranks nothing without words")
    func ranksNothingWithoutWords() {
        #expect(SearchRelevance(SearchQuery("artist:bowie -x").words) == nil)
    }
}
