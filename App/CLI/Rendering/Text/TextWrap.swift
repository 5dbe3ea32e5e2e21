/// Breaks text into lines of at most `columns` columns, preferably between words, with control characters replaced.
package enum TextWrap {
    /// Breaks a line that may begin with spaces; the lines after it begin with the same spaces and two more.
    static func indentedLines(of raw: String, columns: Int) -> [String] {
        let indent = raw.prefix { $0 == " " }
        guard !indent.isEmpty, columns > indent.count + 10 else { return lines(of: raw, columns: columns) }
        let width = columns - indent.count - 2
        var all = lines(of: String(raw.dropFirst(indent.count)), columns: width)
        for index in all.indices { all[index] = indent + (index > 0 ? "  " : "") + all[index] }
        return all
    }

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
