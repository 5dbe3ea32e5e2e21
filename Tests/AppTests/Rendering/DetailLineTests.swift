import Testing
import fermata

@Suite("A label and what stands under it")
struct DetailLineTests {
    @Test("further lines are indented, whatever ends them", arguments: ["\n", "\r\n", "\r", "\u{2028}", "\u{85}"])
    func lines(end: String) {
        #expect(DetailLine(label: "about", text: "one\(end)two").text == "about       one\n            two")
    }

    @Test("controls are shown as symbols")
    func safe() {
        #expect(DetailLine(label: "about", text: "\u{1B}[2J\tx").text == "about       ␛[2J␉x")
    }
}
