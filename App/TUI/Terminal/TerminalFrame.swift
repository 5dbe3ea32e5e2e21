/// What a terminal shows: the bytes that draw each line, and where the cursor is seen.
package struct TerminalFrame: Equatable, Sendable {
    package struct Cursor: Equatable, Sendable {
        package let column: Int
        package let row: Int

        package init(column: Int, row: Int) {
            self.column = column
            self.row = row
        }
    }

    /// A picture over the lines, which is no text.
    package struct Overlay: Equatable, Sendable {
        package let place: Cursor
        package let rows: Int
        package let bytes: [UInt8]
        /// What takes it away, where drawing the lines anew does not.
        package let removal: [UInt8]

        package init(place: Cursor, rows: Int, bytes: [UInt8], removal: [UInt8]) {
            self.place = place
            self.rows = rows
            self.bytes = bytes
            self.removal = removal
        }

        fileprivate func covers(_ row: Int) -> Bool { (place.row..<place.row + rows).contains(row) }
    }

    package var lines: [[UInt8]]
    /// Nil where nothing is typed.
    package var cursor: Cursor?
    package var overlay: Overlay?

    package init(lines: [[UInt8]], cursor: Cursor? = nil, overlay: Overlay? = nil) {
        self.lines = lines
        self.cursor = cursor
        self.overlay = overlay
    }

    /// The bytes that make a terminal that shows a former frame show this one; without one, all is drawn.
    ///
    /// Only lines that differ are in it. It is empty where none does.
    package func update(from former: TerminalFrame?) -> [UInt8] {
        guard self != former else { return [] }
        var bytes: [UInt8] = []
        bytes.append("\u{1B}[?2026h\u{1B}[?25l\u{1B}[0m")
        if former == nil { bytes.append("\u{1B}[2J") }
        let gone = former?.overlay == overlay ? nil : former?.overlay
        bytes.append(contentsOf: gone?.removal ?? [])
        var isCovered = former?.overlay != overlay
        for (row, line) in lines.enumerated() {
            if let former, row < former.lines.count, former.lines[row] == line, gone?.covers(row) != true { continue }
            isCovered = isCovered || overlay?.covers(row) == true
            Self.move(to: Cursor(column: 0, row: row), &bytes)
            bytes.append("\u{1B}[2K")
            bytes.append(contentsOf: line)
            bytes.append("\u{1B}[0m")
        }
        if let overlay, isCovered {
            Self.move(to: overlay.place, &bytes)
            bytes.append(contentsOf: overlay.bytes)
        }
        if let cursor {
            Self.move(to: cursor, &bytes)
            bytes.append("\u{1B}[?25h")
        }
        bytes.append("\u{1B}[?2026l")
        return bytes
    }

    private static func move(to cursor: Cursor, _ bytes: inout [UInt8]) {
        bytes.append("\u{1B}[")
        bytes.append(decimal: cursor.row + 1)
        bytes.append(";")
        bytes.append(decimal: cursor.column + 1)
        bytes.append("H")
    }
}
