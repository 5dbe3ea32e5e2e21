package import FermataPresentation

/// The part of a text field that fits into a width and contains the cursor.
package struct TextFieldView: Equatable {
    package let text: String
    /// The cursor's column within `text`.
    package let cursorColumn: Int

    package init(_ field: TUITextField, columns: Int) {
        let width = max(1, columns)
        let (before, after) = (field.text.prefix(field.cursor), field.text.dropFirst(field.cursor))
        let (head, headWidth) = Self.fitting(before.reversed(), columns: width - 1)
        let (tail, _) = Self.fitting(after, columns: width - headWidth)
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
