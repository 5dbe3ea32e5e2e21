import FermataPresentation
import Testing
import fermata

@Suite("Wrapping text")
struct TextWrapTests {
    @Test(
        "breaks between words, and within long words",
        arguments: [
            ("", [""]), ("one two three", ["one two", "three"]),
            ("https://example.org", ["https:/", "/exampl", "e.org"]),
            ("a https://x", ["a", "https:/", "/x"]), ("고요한 밤", ["고요한", "밤"]), ("a  b", ["a  b"]),
            ("\u{1B}[2J", ["␛[2J"]),
        ])
    func breaksBetweenWords(text: String, lines: [String]) {
        #expect(TextWrap.lines(of: text, columns: 7) == lines)
    }

    @Test("keeps lines within the width, except for a wide character", arguments: 1...12)
    func keepsLinesWithinWidth(columns: Int) {
        let lines = TextWrap.lines(of: "캐롤 모음: We Wish You A Merry Christmas \u{1F44D}\u{1F3FD}", columns: columns)
        #expect(lines.allSatisfy { DisplayWidth.of($0) <= max(2, columns) })
    }

    @Test("shows a text field around its cursor")
    func showsFieldAroundCursor() {
        var field = TUITextField("고요한 밤 거룩한 밤", limit: 100)
        #expect(TextFieldView(field, columns: 8) == TextFieldView(TUITextField("룩한 밤", limit: 100), columns: 8))
        #expect(TextFieldView(field, columns: 8).cursorColumn == 7)
        field.apply(.moveToStart)
        #expect(TextFieldView(field, columns: 8).text == "고요한 ")
        #expect(TextFieldView(field, columns: 8).cursorColumn == 0)
        #expect(TextFieldView(field, columns: 0).cursorColumn == 0)
    }
}
