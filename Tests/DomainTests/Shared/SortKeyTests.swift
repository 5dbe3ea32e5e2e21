import FermataDomain
import Testing

@Suite("Sort key")
struct SortKeyTests {
    @Test(
        "is equal for names that people read as the same",
        arguments: [
            ("Don't Stop", "Don’t Stop"), ("AC/DC", "ac dc"), ("  a   b ", "A-B"), ("The Beatles", "beatles"),
            ("THE 1975", "1975"), ("The The", "The"), ("Track 010", "track 10"), ("1 02", "1 2"), ("२०", "20"),
            ("２０", "20"),
            ("...And Justice", "and justice"),
            ("¿Qué?", "que"), ("Beyonce\u{301}", "Beyoncé"), ("a\u{200B}b", "ab"), ("a\tb\n", "a b"), ("P!nk", "P nk"),
        ])
    func equalForEquivalentNames(left: String, right: String) {
        #expect(SortKey(left) == SortKey(right))
    }

    @Test(
        "differs for different names",
        arguments: [("a b", "ab"), ("Theory", "ory"), ("10", "1 0"), ("a", "ä-b"), ("øre", "ore")])
    func differsForDifferentNames(left: String, right: String) {
        #expect(SortKey(left) != SortKey(right))
    }

    @Test("orders digits, Latin, kana, Han, Hangul, then empty keys")
    func ordersScripts() {
        let names = ["7 rings", "99 Problems", "Abba", "Zebra", "жар", "さくら", "サクラ", "日本", "가을", "한글", "!!!"]
        expectOrder(names)
    }

    @Test("compares runs of digits by value")
    func comparesDigitsByValue() {
        expectOrder([
            "Track", "Track 0", "Track 1", "Track 2", "Track 9", "Track 10", "Track 11", "Track 100",
            "Track 99999999", "Track 100000000", "Track 12345678901234567", "Track 123456789012345678", "Track a",
        ])
        expectOrder(["1", "1 b", "2", "10", "10 a", "1000000"])
    }

    @Test("orders a word before its longer forms")
    func ordersWordBeforeLongerForms() {
        expectOrder(["car", "car wash", "cars", "cart"])
    }

    @Test(
        "puts names without letters last, all equal",
        arguments: ["", " ", "!!!", "'", "…", "\u{301}", "♥"])
    func emptyKeysAreLastAndEqual(name: String) {
        #expect(SortKey(name) == SortKey(""))
        #expect(SortKey("\u{10FFFD}") < SortKey(name))
        #expect(SortKey("힣힣힣") < SortKey(name))
    }

    @Test("has the same order by bytes and by comparison")
    func byteOrderEqualsComparison() {
        let keys = ["Abba", "가을", "さくら", "𠀀", "ﬁne", "7 rings", "", "жар", "100"].map { SortKey($0) }
        let byBytes = keys.sorted { $0.text.utf8.lexicographicallyPrecedes($1.text.utf8) }
        #expect(keys.sorted() == byBytes)
    }

    @Test("accepts hostile names")
    func acceptsHostileNames() {
        #expect(SortKey("\0\u{1B}[31mred\u{7F}").text == "231mred")
        #expect(SortKey(String(repeating: "9", count: 100_000)) < SortKey(String(repeating: "9", count: 100_001)))
        #expect(SortKey("a" + String(repeating: "\u{301}", count: 10_000)).text == "a")
    }

    private func expectOrder(_ names: [String]) {
        for (lower, higher) in zip(names, names.dropFirst()) {
            #expect(SortKey(lower) < SortKey(higher), "\(lower) comes before \(higher)")
            #expect(!(SortKey(higher) < SortKey(lower)))
        }
    }
}
