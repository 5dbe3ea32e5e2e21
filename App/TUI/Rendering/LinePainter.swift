import FermataPresentation

/// Paints one terminal line from left to right, never past its width.
struct LinePainter {
    private(set) var bytes: [UInt8] = []
    private(set) var column = 0
    private let width: Int
    private let palette: Palette
    private let hasStrikethrough: Bool
    /// Whether all terminals agree on the width of the text so far.
    private var isColumnCertain = true

    init(width: Int, palette: Palette, hasStrikethrough: Bool) {
        self.width = width
        self.palette = palette
        self.hasStrikethrough = hasStrikethrough
    }

    /// Switches to the style of a role.
    mutating func begin(_ role: TextRole) {
        if !bytes.isEmpty || role != .plain { bytes.append(contentsOf: palette.start(role)) }
    }

    /// Writes text in the style of a role.
    mutating func write(_ role: TextRole, _ text: String) {
        begin(role)
        write(text)
    }

    /// Moves to a column by writing spaces.
    ///
    /// Positions the cursor explicitly if terminals may disagree on the width of the text before it.
    mutating func move(to target: Int) {
        let target = min(target, width)
        if target > column { bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: target - column)) }
        column = max(column, target)
        if !isColumnCertain, column < width {
            bytes.append("\u{1B}[")
            bytes.append(decimal: column + 1)
            bytes.append("G")
            isColumnCertain = true
        }
    }

    /// Writes text that is already styled and `columns` wide, if all of it fits.
    mutating func writeStyled(_ text: String, columns: Int) {
        guard column + columns <= width else { return }
        bytes.append(contentsOf: text.utf8)
        column += columns
    }

    /// Writes text in at most `columns` columns, truncated with an ellipsis.
    mutating func write(
        _ text: String, columns: Int = .max, alignment: TableColumn.Alignment = .leading, isStruckThrough: Bool = false
    ) {
        move(to: column)
        let room = min(columns, width - column)
        guard room > 0 else { return }
        let cell = CellText(width: room, alignment: alignment, isFilled: columns != .max)
        isColumnCertain =
            isStruckThrough
            ? cell.appendStruckThrough(text, canStrike: hasStrikethrough, to: &bytes) : cell.append(text, to: &bytes)
        column += columns == .max ? min(room, DisplayWidth.of(SafeText(text).text)) : room
    }
}
