import Testing
import fermata

@Suite("Text made safe for a page", .timeLimit(.minutes(3)))
struct WebTextTests {
    @Test(
        "what is harmless stays as it is",
        arguments: ["", "a < b & 'c' \"d\"", "챔버오케스트라", "Beyoncé", "👩‍👩‍👧 🇰🇷", "e\u{301}"])
    func harmless(text: String) {
        #expect(WebText(text).text == text)
    }

    @Test("controls are shown as symbols")
    func controls() {
        #expect(WebText("a\u{0}\u{1B}\n\u{7F}\u{9B}\u{202E}b").text == "a␀␛␊␡\u{FFFD}\u{FFFD}b")
    }

    /// A template escapes character by character: one that is joined with something is another one to it.
    @Test(
        "nothing is joined to what HTML gives a meaning",
        arguments: [
            ("\"\u{301}x", "\"x"), ("<\u{20D2}script", "<script"), ("\u{600}\"", "\""), ("'\u{200D}a", "'a"),
            ("&\u{FE0F}lt;", "&lt;"), ("é>\u{301}\u{302}é", "é>é"), ("\u{600}\u{600}<\u{301}", "<"),
        ])
    func joined(text: String, safe: String) {
        #expect(WebText(text).text == safe)
        for character in WebText(text).text
        where character.unicodeScalars.contains(where: { "<>&\"'".unicodeScalars.contains($0) }) {
            #expect(character.unicodeScalars.count == 1)
        }
    }

    @Test("no letter carries a tower of marks")
    func tower() {
        #expect(WebText("x" + String(repeating: "\u{301}", count: 10_000)).text.unicodeScalars.count < 20)
    }
}
