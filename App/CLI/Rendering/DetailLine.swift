/// A label and its text, made safe for a terminal. Further lines of the text are indented.
package struct DetailLine {
    private static let labelWidth = 12
    package let text: String

    package init(label: String, text: String) {
        let room = String(repeating: " ", count: max(1, Self.labelWidth - label.utf8.count))
        let indent = "\n" + String(repeating: " ", count: Self.labelWidth)
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .map { SafeText(String($0)).text }
        self.text = label + room + lines.joined(separator: indent)
    }
}
