import FermataDomain
import Testing

@Suite("Artist")
struct ArtistTests {
    @Test(
        "uses the most frequent spelling, or the first by code point",
        arguments: [
            (["Abba"], "Abba"), (["Abba", "ABBA", "ABBA"], "ABBA"), (["ABBA", "Abba", "Abba"], "Abba"),
            (["abba", "Abba", "ABBA"], "ABBA"),
            (["björk", "Bjork", "björk", "Bjork"], "Bjork"), ([], ""),
        ])
    func usesMostFrequentSpelling(names: [String], called: String) {
        #expect(Artist(spelled: names) == Artist(name: called, trackCount: names.count))
    }

    @Test(
        "compares names by sort key, or exactly if the key is empty",
        arguments: [
            ("The Beatles", "beatles", true), ("GOT7", "got 7", false), ("!!!", "!!!", true), ("!!!", "?", false),
            ("", "", true), ("", "!!!", false),
        ])
    func comparesBySortKey(lhs: String, rhs: String, isEqual: Bool) {
        #expect((ArtistName(lhs) == ArtistName(rhs)) == isEqual)
    }
}
