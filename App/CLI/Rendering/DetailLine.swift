/// A label and its text, made safe for a terminal. Further lines of the text are indented.
package struct DetailLine {
    private static let labelWidth = 12
    package let text: String

    /// Breaks the text between words, so that no line has more than `columns` columns; nil breaks it nowhere.
    package init(label: String, text: String, columns: Int? = nil) {
        let room = String(repeating: " ", count: max(1, Self.labelWidth - label.utf8.count))
        let indent = "\n" + String(repeating: " ", count: Self.labelWidth)
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).flatMap { line in
            columns.map { TextWrap.lines(of: String(line), columns: max(1, $0 - Self.labelWidth)) }
                ?? [SafeText(String(line)).text]
        }
        self.text = label + room + lines.joined(separator: indent)
    }
}
