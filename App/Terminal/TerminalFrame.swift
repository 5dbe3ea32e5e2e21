/// The content of a terminal screen: the bytes of each line, the cursor and an image.
package struct TerminalFrame: Equatable, Sendable {
    package struct Cursor: Equatable, Sendable {
        package let column: Int
        package let row: Int

        package init(column: Int, row: Int) {
            self.column = column
            self.row = row
        }
    }

    /// An image drawn over the lines by an escape sequence.
    package struct Overlay: Equatable, Sendable {
        package let position: Cursor
        package let rows: Int
        package let bytes: [UInt8]
        /// The escape sequence that removes the image, if redrawing the lines does not.
        package let removal: [UInt8]

        package init(position: Cursor, rows: Int, bytes: [UInt8], removal: [UInt8]) {
            self.position = position
            self.rows = rows
            self.bytes = bytes
            self.removal = removal
        }

        fileprivate func covers(_ row: Int) -> Bool { (position.row..<position.row + rows).contains(row) }
    }

    package var lines: [[UInt8]]
    /// Where the cursor is shown; nil hides it.
    package var cursor: Cursor?
    package var overlay: Overlay?

    package init(lines: [[UInt8]], cursor: Cursor? = nil, overlay: Overlay? = nil) {
        self.lines = lines
        self.cursor = cursor
        self.overlay = overlay
    }

    /// Returns the bytes that turn the previous frame into this one; without a previous frame, draws everything.
    ///
    /// Only lines that differ are redrawn. Equal frames need no bytes.
    package func update(from previous: TerminalFrame?) -> [UInt8] {
        guard self != previous else { return [] }
        var bytes: [UInt8] = []
        bytes.append("\u{1B}[?2026h\u{1B}[?25l\u{1B}[0m")
        if previous == nil { bytes.append("\u{1B}[2J") }
        let removed = previous?.overlay == overlay ? nil : previous?.overlay
        bytes.append(contentsOf: removed?.removal ?? [])
        var needsOverlay = previous?.overlay != overlay
        for (row, line) in lines.enumerated() {
            if let previous, row < previous.lines.count, previous.lines[row] == line, removed?.covers(row) != true {
                continue
            }
            needsOverlay = needsOverlay || overlay?.covers(row) == true
            Self.move(to: Cursor(column: 0, row: row), &bytes)
            bytes.append("\u{1B}[2K")
            bytes.append(contentsOf: line)
            bytes.append("\u{1B}[0m")
        }
        if let overlay, needsOverlay {
            Self.move(to: overlay.position, &bytes)
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

/// The size of a terminal's character cell in pixels.
package struct CellSize: Equatable, Sendable {
    package let width, height: Int

    package init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }
}
