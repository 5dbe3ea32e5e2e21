package import FermataPresentation

/// The part of a line of text that is seen while it is typed: the cursor is always in sight.
package struct TextFieldView: Equatable {
    package let text: String
    /// In which column of it the cursor stands.
    package let cursorColumn: Int

    package init(_ field: TUITextField, columns: Int) {
        let room = max(1, columns)
        let (before, after) = (field.text.prefix(field.cursor), field.text.dropFirst(field.cursor))
        let (head, headWidth) = Self.fitting(before.reversed(), columns: room - 1)
        let (tail, _) = Self.fitting(after, columns: room - headWidth)
        text = String(head.reversed()) + String(tail)
        cursorColumn = headWidth
    }

    private static func fitting(_ characters: some Sequence<Character>, columns: Int) -> ([Character], Int) {
        var fitting: [Character] = []
        var width = 0
        for character in characters {
            let next = width + DisplayWidth.of(SafeText(String(character)).text)
            guard next <= columns else { break }
            fitting.append(character)
            width = next
        }
        return (fitting, width)
    }
}
