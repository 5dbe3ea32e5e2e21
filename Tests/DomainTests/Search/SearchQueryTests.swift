import FermataDomain
import Testing

@Suite("A typed search")
struct SearchQueryTests {
    @Test(
        "searches the words of other apps as they are",
        arguments: [
            ("", ""), ("\"\"", ""), ("low life", "\"low\" \"life\""), ("year:1979 -foo", "\"year:1979\" \"-foo\""),
            ("chang* *", "\"chang\""), ("“a b”  c", "\"a\" \"b\" \"c\""),
        ])
    func searchesWordsOnly(typed: String, text: String) {
        #expect(SearchQuery.text(forWordsOf: typed) == text)
        #expect(SearchQuery(text).terms.allSatisfy { !$0.isNegated })
        #expect(SearchQuery(text).words.count == SearchQuery(text).terms.count)
    }

    @Test(
        "splits words at every space",
        arguments: [
            ("", []), ("  ", []), ("a", ["a"]), (" Two\tWords\n", ["two", "words"]),
            ("a\u{3000}b\u{A0}c", ["a", "b", "c"]), ("a\u{200B}b", ["ab"]), ("it‘s", ["its"]), ("\u{202E}", []),
            ("- -- a", ["-", "a"]),
        ])
    func splitsAtSpaces(query: String, words: [String]) {
        #expect(SearchQuery(query).words.map { $0.forms[0] } == words)
    }

    @Test(
        "reads phrases in straight and curly quotes",
        arguments: ["\"two words\" x", "“two words” x", "\"two   words\"x", " „two words“\"x\""])
    func readsPhrases(query: String) {
        #expect(SearchQuery(query).words.map { $0.forms[0] } == ["two words", "x"])
    }

    @Test(
        "finds the first value that its key cannot have",
        arguments: [
            ("year:abc", InvalidSearchValue("abc", of: .number(.year))),
            ("low -added:soon is:loud", InvalidSearchValue("soon", of: .number(.added))),
            ("IS:loud year:x", InvalidSearchValue("loud", of: .state)),
            ("year:1977 duration:\"a b\"", InvalidSearchValue("a b", of: .number(.duration))),
            ("year: is:played artist:x colour:red abc", nil), ("", nil),
        ] as [(String, InvalidSearchValue?)])
    func findsInvalidValue(text: String, value: InvalidSearchValue?) {
        #expect(SearchQuery.invalidValue(in: text) == value)
    }

    @Test("ignores terms after the hundredth", arguments: [99, 100, 101, 1_200])
    func limitsTerms(count: Int) {
        let words = (1...count).map { "word\($0)" }
        let terms = SearchQuery(words.joined(separator: " ")).words.map { $0.forms[0] }
        #expect(terms == Array(words.prefix(100)))
    }

    @Test("ends an open phrase at the end of the text, and leaves out an empty one")
    func readsOpenPhrase() {
        #expect(SearchQuery("\"two wor").words.map { $0.forms[0] } == ["two wor"])
        #expect(SearchQuery("\"\" \"").terms.isEmpty)
        #expect(SearchQuery("12\"").words.map { $0.forms[0] } == ["12"])
    }

    @Test("reads keys in any case, with values in quotes", arguments: ["artist", "title", "album", "genre", "source"])
    func readsFields(key: String) throws {
        let field = try #require(SearchField(rawValue: key))
        let word = try #require(SearchWord("ed sheeran"))
        #expect(SearchQuery("\(key):\"ed sheeran\"").terms == [SearchTerm(.text(field, word))])
        #expect(
            SearchQuery("-\(key.uppercased()):\"ed sheeran\"").terms == [
                SearchTerm(.text(field, word), isNegated: true)
            ])
        #expect(SearchQuery("\(key):").terms.isEmpty)
        let name = try #require(SearchWord("ed sheeran", isName: true))
        #expect(SearchQuery(SearchQuery.text(field, named: "ed\"sheeran")).terms == [SearchTerm(.text(field, name))])
        #expect(SearchQuery("\(key):=ed").terms == [SearchTerm(.text(field, try #require(SearchWord("=ed"))))])
    }

    @Test(
        "reads numbers and ranges, with both bounds included",
        arguments: [
            ("year:1977", .year, 1977...1977), ("year:1970..1979", .year, 1970...1979),
            ("year:1979..1970", .year, 1970...1979), ("year:1970..", .year, 1970...Int.max),
            ("year:1970..79", .year, 1970...1979),
            ("year:1999..2", .year, 1992...1999),
            ("year:..1979", .year, Int.min...1979), ("duration:..3:00", .duration, Int.min...180),
            ("duration:90", .duration, 90...90), ("rating:5", .rating, 5...5), ("rating:4..", .rating, 4...Int.max),
            ("rating:4..2", .rating, 2...4), ("duration:1:02:03..", .duration, 3_723...Int.max),
            ("added:1970-01-02", .added, 86_400...172_799), ("added:1970-02", .added, 2_678_400...5_097_599),
            ("added:1970", .added, 0...31_535_999), ("added:1972-02..1972-02", .added, 65_750_400...68_255_999),
        ] as [(String, SearchNumber, ClosedRange<Int>)])
    func readsRanges(query: String, number: SearchNumber, range: ClosedRange<Int>) {
        #expect(SearchQuery(query).terms == [SearchTerm(.number(number, range))])
        #expect(SearchQuery("-" + query).terms == [SearchTerm(.number(number, range), isNegated: true)])
    }

    @Test("reads states", arguments: SearchState.allCases)
    func readsStates(state: SearchState) {
        #expect(SearchQuery("IS:\(state.rawValue.uppercased())").terms == [SearchTerm(.state(state))])
        #expect(SearchQuery("-is:\(state.rawValue)").terms == [SearchTerm(.state(state), isNegated: true)])
    }

    @Test(
        "reads an unknown key, and a value that its key cannot have, as a word",
        arguments: [
            "mood:happy", "year:abc", "year:12345", "year:..", "year:1..x", "is:nothing", "duration:1:2:3:4",
            "added:2026-13", "added:2026-02-30", "added:2026--01", "duration:-3", "duration:1::30", ":x", "year:１９７７",
            "rating:0", "rating:6", "rating:4.5", "rating:five", "rating:-1", "year:explicit", "added:downloaded",
            "duration:clean",
        ])
    func readsOtherKeysAsWords(query: String) throws {
        #expect(SearchQuery(query).terms == [SearchTerm(.text(.anywhere, try #require(SearchWord(query))))])
    }

    @Test("reads a quoted value that its key cannot have as one phrase")
    func readsOtherQuotedValue() {
        #expect(SearchQuery("-year:\"abc def\" x").terms.map(\.isNegated) == [true, false])
        #expect(SearchQuery("year:\"abc def\"").words.map { $0.forms[0] } == ["year abc def"])
    }

    @Test(
        "quotes the value of a command line’s word unless it is a search of its own",
        arguments: [
            (["artist:ed sheeran", "x"], "artist:\"ed sheeran\" x"), (["-artist:ed sheeran"], "-artist:\"ed sheeran\""),
            (["artist:\"ed sheeran\""], "artist:\"ed sheeran\""), (["-artist:\"ed x\" y"], "-artist:\"ed x\" y"),
            (["artist:bowie year:1977"], "artist:bowie year:1977"), (["artist:bowie -live"], "artist:bowie -live"),
            (["two words", "\"a b\""], "two words \"a b\""), (["artist:bowie"], "artist:bowie"),
            (["mood:x y"], "mood:x y"), (["genre:=rock"], "genre:=\"rock\""), (["genre:="], "genre:="),
            (["-genre:=hip hop"], "-genre:=\"hip hop\""), (["genre:=\"hip hop\""], "genre:=\"hip hop\""),
            (["genre:=rock year:1977"], "genre:=rock year:1977"),
        ])
    func quotesValues(words: [String], text: String) {
        #expect(SearchQuery.text(of: words) == text)
    }

    @Test("has the words without a key and without a minus as its words")
    func hasWords() {
        #expect(SearchQuery("a -b artist:c \"d e\" year:1977 -is:explicit").words.map(\.text) == ["a", "d e"])
    }
}
