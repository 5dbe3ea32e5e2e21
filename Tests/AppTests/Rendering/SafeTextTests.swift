import Testing
import FermataApp

@Suite("Text made safe for a terminal")
struct SafeTextTests {
    @Test(
        "controls are shown as symbols",
        arguments: [
            ("a\u{1B}[31mb", "a␛[31mb"), ("a\tb\nc\r\n", "a␉b␊c␍␊"), ("\0", "␀"), ("\u{7F}", "␡"),
            ("a\u{9B}b", "a\u{FFFD}b"),
            ("\u{202E}abc\u{2069}", "\u{FFFD}abc\u{FFFD}"), ("a\u{2028}b", "a\u{FFFD}b"), ("\u{61C}", "\u{FFFD}"),
        ])
    func showsControls(raw: String, safe: String) {
        #expect(SafeText(raw).text.unicodeScalars.elementsEqual(safe.unicodeScalars))
    }

    @Test("no control remains at any position")
    func removesEveryControl() {
        for control in controls {
            let raw = String(String.UnicodeScalarView(["é", control, "한", control]))
            let safe = SafeText(raw).text.unicodeScalars
            #expect(safe.count == 4)
            #expect(!safe.contains(control))
        }
    }

    @Test(
        "text without controls is unchanged",
        arguments: [
            "", "Changes", "챔버오케스트라", "e\u{301}", "👩\u{200D}👩\u{200D}👧\u{200D}👦", "❤\u{FE0F}", "🇰🇷", "שלום", "a\u{A0}b",
            "\u{200B}",
            "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}", "\u{C2}\u{E2}\u{D8}", "ؘ", "⁰",
        ])
    func leavesText(text: String) {
        #expect(SafeText(text).text.unicodeScalars.elementsEqual(text.unicodeScalars))
    }

    @Test("a letter has at most eight marks")
    func limitsMarks() {
        let tower = "z" + String(repeating: "\u{301}", count: 100) + "a\u{301}"
        let safe = SafeText(tower).text.unicodeScalars
        #expect(safe.elementsEqual(("z" + String(repeating: "\u{301}", count: 8) + "a\u{301}").unicodeScalars))
    }
}

@Suite("A label and its text")
struct DetailLineTests {
    @Test("further lines are indented after any line break", arguments: ["\n", "\r\n", "\r", "\u{2028}", "\u{85}"])
    func indentsLines(end: String) {
        #expect(DetailLine(label: "about", text: "one\(end)two").text == "about       one\n            two")
    }

    @Test("controls are shown as symbols")
    func showsControls() {
        #expect(DetailLine(label: "about", text: "\u{1B}[2J\tx").text == "about       ␛[2J␉x")
    }

    @Test(
        "breaks long text between words, below its beginning",
        arguments: [(24, "one two\nthree"), (40, "one two three")])
    func breaksBetweenWords(columns: Int, text: String) {
        let indented = text.replacing("\n", with: "\n            ")
        #expect(DetailLine(label: "about", text: "one two three", columns: columns).text == "about       " + indented)
    }
}
