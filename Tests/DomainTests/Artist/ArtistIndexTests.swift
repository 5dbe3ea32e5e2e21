import FermataDomain
import Testing

@Suite("The index of artists")
struct ArtistIndexTests {
    @Test(
        "puts a name under the first letter of its sort key",
        arguments: [
            ("The Beatles", "B"), ("björk", "B"), ("Émilie", "E"), ("2Pac", "#"), ("!!!", "#"), ("", "#"),
            ("아이유", "아"), ("ßeta", "S"), ("’N Sync", "N"),
        ])
    func findsLetter(name: String, letter: String) {
        #expect(ArtistIndex.letter(of: name) == letter)
    }

    @Test("has each letter once, in the first order")
    func groups() {
        let groups = ArtistIndex.groups(of: ["10cc", "Abba", "a-ha", "Björk", "!!!"]) { $0 }
        #expect(groups.map(\.letter) == ["#", "A", "B"])
        #expect(groups.map(\.values) == [["10cc", "!!!"], ["Abba", "a-ha"], ["Björk"]])
    }

    @Test(
        "an artist's name follows from its identifier",
        arguments: ["The Beatles", "1979", "!!!", "", "하나", "\u{10FFFF}"])
    func hasIdentifier(name: String) {
        #expect(ArtistName.identified(by: ArtistName(name).identifier) == ArtistName(name))
    }
}
