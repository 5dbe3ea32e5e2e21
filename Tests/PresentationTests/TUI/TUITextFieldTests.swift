import FermataPresentation
import Testing

@Suite("Text fields of the TUI")
struct TUITextFieldTests {
    @Test("inserts at the cursor and erases by character, word and line")
    func insertsAndErases() {
        var field = TUITextField("one three", limit: 100)
        for _ in 0..<5 { field.apply(.moveBackward) }
        field.insert("two ")
        #expect(field.text == "one two three" && field.cursor == 8)
        field.apply(.eraseWord)
        #expect(field.text == "one three" && field.cursor == 4)
        field.apply(.eraseForward)
        #expect(field.text == "one hree")
        field.apply(.moveToEnd)
        field.apply(.eraseBackward)
        #expect(field.text == "one hre" && field.cursor == 7)
        field.apply(.moveToStart)
        field.apply(.moveForward)
        field.apply(.eraseToStart)
        #expect(field.text == "ne hre" && field.cursor == 0)
    }

    @Test(
        "does nothing in an empty field",
        arguments: [
            TUITextField.Edit.eraseBackward, .eraseForward, .eraseWord, .eraseToStart, .moveBackward, .moveForward,
            .moveToStart, .moveToEnd,
        ])
    func ignoresEditsOfEmptyField(edit: TUITextField.Edit) {
        var field = TUITextField(limit: 10)
        field.apply(edit)
        #expect(field == TUITextField(limit: 10))
    }

    @Test("combines letters and marks into one character")
    func combinesMarks() {
        var field = TUITextField(limit: 100)
        for part in ["e", "\u{301}", "ᄒ", "ᅡ", "ᆫ"] { field.insert(part) }
        #expect(field.text == "é한" && field.cursor == 2)
        field.apply(.eraseBackward)
        #expect(field.text == "é")
    }

    @Test("limits the number of combining marks")
    func limitsCombiningMarks() {
        var field = TUITextField(limit: 5)
        field.insert("a" + String(repeating: "\u{301}", count: 10_000))
        #expect(field.text.unicodeScalars.count == 5)
        field.insert("b")
        #expect(field.text.unicodeScalars.count == 5)
    }

    @Test("moves the cursor to a position within the text", arguments: [(-1, 0), (0, 0), (2, 2), (3, 3), (4, 3)])
    func movesToPosition(position: Int, cursor: Int) {
        var field = TUITextField("abc", limit: 10)
        field.move(to: position)
        #expect(field.cursor == cursor)
    }
}
