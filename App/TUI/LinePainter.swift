package import FermataPresentation

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
        if !bytes.isEmpty || role != .plain || palette.hasPlainStyle { bytes.append(contentsOf: palette.start(role)) }
    }

    /// Writes text in the style of a role.
    mutating func write(_ role: TextRole, _ text: String, columns: Int = .max) {
        begin(role)
        write(text, columns: columns)
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

/// Maps text roles to terminal styles; without colours, styles differ in weight and reversal only.
package struct Palette: Sendable {
    private let starts: [TextRole: [UInt8]]

    /// Whether plain text looks other than the terminal's own text.
    let hasPlainStyle: Bool

    package init(_ depth: ColourDepth, theme: TUITheme = .standard) {
        starts = Dictionary(
            uniqueKeysWithValues: TextRole.allCases.map { ($0, Self.start(theme[$0], depth)) })
        hasPlainStyle = Self.start(theme[.plain], depth) != Self.start(TextStyle(), depth)
    }

    /// Returns the escape sequence that starts a role's style (ECMA-48, SGR).
    package func start(_ role: TextRole) -> [UInt8] { starts[role] ?? [] }

    private static func start(_ style: TextStyle, _ depth: ColourDepth) -> [UInt8] {
        var codes = ["0"]
        if style.isBold { codes.append("1") }
        if style.isDim { codes.append("2") }
        // Without colours, text on a coloured background is reversed.
        if style.isReversed || depth == .none && style.background != nil { codes.append("7") }
        if let colour = style.colour { codes += self.codes(colour, base: 30, depth) }
        if let colour = style.background { codes += self.codes(colour, base: 40, depth) }
        return Array("\u{1B}[\(codes.joined(separator: ";"))m".utf8)
    }

    /// `base` is 30 for text, and 40 for its background.
    private static func codes(_ colour: TextColour, base: Int, _ depth: ColourDepth) -> [String] {
        func basic(_ index: Int) -> [String] { ["\(index < 8 ? base + index : base + 60 + index - 8)"] }
        switch (colour, depth) {
        case (_, .none): return []
        case (.basic(let index), _): return basic(index)
        case (_, .sixteen): return basic(colour.nearestBasic)
        case (.rgb(let red, let green, let blue), .full): return ["\(base + 8);2;\(red);\(green);\(blue)"]
        case (.rgb, .many), (.indexed, _): return ["\(base + 8);5;\(colour.nearestIndexed)"]
        }
    }
}

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
