/// Breaks text into lines of at most `columns` columns, preferably between words, with control characters replaced.
package enum TextWrap {
    package static func lines(of raw: String, columns: Int) -> [String] {
        var lines = [""]
        var column = 0
        for word in SafeText(raw).text.split(separator: " ", omittingEmptySubsequences: false) {
            let width = DisplayWidth.of(String(word))
            let gap = column == 0 ? 0 : 1
            if column + gap + width <= columns {
                lines[lines.count - 1] += (gap > 0 ? " " : "") + word
                column += gap + width
            } else {
                append(word, to: &lines, &column, columns: columns)
            }
        }
        return lines
    }

    /// Starts a new line for a word, and splits a word that is longer than a line.
    private static func append(_ word: Substring, to lines: inout [String], _ column: inout Int, columns: Int) {
        if column > 0 { lines.append("") }
        column = 0
        for character in word {
            let width = DisplayWidth.of(character)
            if column > 0, column + width > columns {
                lines.append("")
                column = 0
            }
            lines[lines.count - 1].append(character)
            column += width
        }
    }
}
