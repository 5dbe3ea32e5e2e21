import Testing
import fermata

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
