package import FermataPresentation

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

/// Draws a map in characters: a mark at the centre, and the edges in degrees.
///
/// Points are an eighth of the span apart. Two columns are as wide as a row is high.
package struct TextMap {
    private static let columns = 33
    private static let rows = 17
    private static let step = (columns: 4, rows: 2)
    package let lines: [String]

    package init(_ map: MapModel) {
        var inside = (0..<Self.rows).map(Self.gridLine)
        inside[Self.rows / 2] =
            inside[Self.rows / 2].prefix(Self.columns / 2) + "◉"
            + (" " + map.name).fitting(width: Self.columns / 2)
        let edge = String(repeating: "─", count: Self.columns)
        lines =
            [Self.centred(map.northText), "┌" + edge + "┐"] + inside.map { "│" + $0 + "│" }
            + ["└" + edge + "┘", Self.scale(map), Self.bottomEdgeLine(map)]
            + (map.note.isEmpty ? [] : [Self.centred(map.note)])
    }

    private static func gridLine(row: Int) -> String {
        String((0..<columns).map { row % step.rows == 0 && $0 % step.columns == 0 ? "·" : " " })
    }

    private static func scale(_ map: MapModel) -> String {
        let text = " \(Int(map.span)) m "
        let room = columns - text.count - 2
        let (left, right) = (String(repeating: "─", count: room / 2), String(repeating: "─", count: room - room / 2))
        return " ├" + left + text + right + "┤"
    }

    /// The western, southern and eastern edges.
    private static func bottomEdgeLine(_ map: MapModel) -> String {
        let room = columns + 2 - map.westText.count - map.southText.count - map.eastText.count
        let gap = String(repeating: " ", count: max(1, room / 2))
        return map.westText + gap + map.southText + gap + map.eastText
    }

    private static func centred(_ text: String) -> String {
        String(repeating: " ", count: max(0, (columns + 2 - text.count) / 2)) + text
    }
}
