import FermataPresentation
import Testing
import FermataApp

@Suite("Text made safe for a page", .timeLimit(.minutes(3)))
struct WebTextTests {
    @Test(
        "harmless text does not change",
        arguments: ["", "a < b & 'c' \"d\"", "챔버오케스트라", "Beyoncé", "👩‍👩‍👧 🇰🇷", "e\u{301}"])
    func preservesHarmlessText(text: String) {
        #expect(WebText(text).text == text)
    }

    @Test("controls are shown as symbols")
    func showsControlsAsSymbols() {
        #expect(WebText("a\u{0}\u{1B}\n\u{7F}\u{9B}\u{202E}b").text == "a␀␛␊␡\u{FFFD}\u{FFFD}b")
    }

    /// A browser reads scalar by scalar, and `<` with a combining mark is a different character.
    @Test(
        "nothing is joined to characters that are HTML markup",
        arguments: [
            ("\"\u{301}x", "\"x"), ("<\u{20D2}script", "<script"), ("\u{600}\"", "\""), ("'\u{200D}a", "'a"),
            ("&\u{FE0F}lt;", "&lt;"), ("é>\u{301}\u{302}é", "é>é"), ("\u{600}\u{600}<\u{301}", "<"),
        ])
    func separatesMarkup(text: String, safe: String) {
        #expect(WebText(text).text == safe)
        for character in WebText(text).text
        where character.unicodeScalars.contains(where: { "<>&\"'".unicodeScalars.contains($0) }) {
            #expect(character.unicodeScalars.count == 1)
        }
    }

    @Test(
        "markup is escaped, and all other text stays as it is",
        arguments: [
            ("a < b & 'c' \"d\" >", "a &lt; b &amp; &#39;c&#39; &quot;d&quot; &gt;"), ("&lt;", "&amp;lt;"),
            ("챔버오케스트라", "챔버오케스트라"), ("é<\u{301}👩‍👩‍👧", "é&lt;👩‍👩‍👧"), ("\u{600}\"", "&quot;"), ("", ""),
        ])
    func escapesMarkup(text: String, escaped: String) {
        #expect(WebText(text).escaped == escaped)
        #expect(HTML("<a b=\"\(text)\">\(text)</a>").markup == "<a b=\"\(escaped)\">\(escaped)</a>")
    }

    @Test("markup within markup is not escaped again")
    func composesMarkup() {
        let (link, none): (HTML, HTML?) = ("<a href=\"\(PageAddress.musicList)\">\("<")</a>", nil)
        #expect(HTML("<p>\(link)\(none)\(1)\(true)</p>").markup == "<p><a href=\"/\">&lt;</a>1true</p>")
        #expect(HTML([link, "\n", link]).markup == link.markup + "\n" + link.markup)
    }

    @Test("no letter has more than a few marks")
    func limitsMarks() {
        #expect(WebText("x" + String(repeating: "\u{301}", count: 10_000)).text.unicodeScalars.count < 20)
    }
}
