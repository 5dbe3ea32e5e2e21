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
        if !bytes.isEmpty || role != .plain { bytes.append(contentsOf: palette.start(role)) }
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

/// The purpose of a piece of text, which determines its style.
package enum TextRole: Sendable {
    case plain, selected, heading, section, aside, problem, mark, tab
}

/// Maps text roles to terminal styles; without colours, styles differ in weight and reversal only.
package struct Palette: Sendable {
    private let depth: ColourDepth

    package init(_ depth: ColourDepth) {
        self.depth = depth
    }

    /// Returns the escape sequence that starts a role's style (ECMA-48, SGR).
    package func start(_ role: TextRole) -> [UInt8] {
        let codes =
            switch role {
            case .plain: "0"
            case .selected, .tab: "0;7"
            case .heading: "0;1"
            case .section: "0;1" + gold
            case .aside: "0;2"
            case .problem: "0;1" + red
            case .mark: "0" + gold
            }
        return Array("\u{1B}[\(codes)m".utf8)
    }

    private var gold: String {
        switch depth {
        case .none: ""
        case .sixteen: ";33"
        case .many: ";38;5;172"
        case .full: ";38;2;200;130;20"
        }
    }

    private var red: String {
        switch depth {
        case .none: ""
        case .sixteen: ";31"
        case .many: ";38;5;160"
        case .full: ";38;2;210;40;40"
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
