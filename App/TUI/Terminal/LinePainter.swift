import FermataPresentation

/// Paints a line of a terminal from left to right, and never beyond its end.
struct LinePainter {
    private(set) var bytes: [UInt8] = []
    private(set) var column = 0
    private let width: Int
    private let palette: Palette
    private let hasStrikethrough: Bool
    private var isSure = true

    init(width: Int, palette: Palette, hasStrikethrough: Bool) {
        self.width = width
        self.palette = palette
        self.hasStrikethrough = hasStrikethrough
    }

    mutating func begin(_ role: TextRole) {
        if !bytes.isEmpty || role != .plain { bytes.append(contentsOf: palette.start(role)) }
    }

    /// Writes text of a role in as many columns as it takes.
    mutating func write(_ role: TextRole, _ text: String) {
        begin(role)
        write(text)
    }

    /// Goes on at a column, after spaces.
    ///
    /// The cursor is put there where terminals may differ on how wide the text before it is.
    mutating func move(to target: Int) {
        let target = min(target, width)
        if target > column { bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: target - column)) }
        column = max(column, target)
        if !isSure, column < width {
            bytes.append("\u{1B}[")
            bytes.append(decimal: column + 1)
            bytes.append("G")
            isSure = true
        }
    }

    /// Writes what is drawn already, so many columns of it, if there is room for all of them.
    mutating func place(_ drawn: String, columns: Int) {
        guard column + columns <= width else { return }
        bytes.append(contentsOf: drawn.utf8)
        column += columns
    }

    /// Writes text in so many columns, or in as many as are left, cut with an ellipsis.
    mutating func write(
        _ text: String, columns: Int = .max, alignment: TableColumn.Alignment = .leading, isStruckThrough: Bool = false
    ) {
        move(to: column)
        let room = min(columns, width - column)
        guard room > 0 else { return }
        let cell = CellText(width: room, alignment: alignment, isFilled: columns != .max)
        var written: [UInt8] = []
        isSure = cell.append(isStruckThrough && !hasStrikethrough ? "✓ " + text : text, to: &written)
        let spaces = isStruckThrough ? written.reversed().prefix { $0 == UInt8(ascii: " ") }.count : 0
        let isStruck = isStruckThrough && hasStrikethrough
        if isStruck { bytes.append("\u{1B}[9m") }
        bytes.append(contentsOf: written.dropLast(spaces))
        if isStruck { bytes.append("\u{1B}[29m") }
        bytes.append(contentsOf: written.suffix(spaces))
        column += columns == .max ? min(room, DisplayWidth.of(SafeText(text).text)) : room
    }
}
