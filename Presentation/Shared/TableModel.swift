package import FermataDomain

/// A table of rows: its columns, the cells of a row, and the text of a table without rows.
///
/// Each list has one model. The command line and the TUI draw their tables from it.
package struct TableModel<Row>: Sendable {
    package typealias Cell = @Sendable (Row) -> TableCell

    /// A column and the function that makes its cells.
    struct Column {
        let column: TableColumn
        let cell: Cell

        /// `key` is the key of `--fields` that the column shows: by default its heading in lower case.
        init(
            _ heading: String, _ width: TableColumn.Width, _ alignment: TableColumn.Alignment = .leading, priority: Int,
            key: String? = nil, isDim: Bool = false, isCommandID: Bool = false, minimumTableWidth: Int = 0,
            cell: @escaping Cell
        ) {
            column = TableColumn(
                heading: heading, key: key ?? heading.lowercased(), width: width, alignment: alignment,
                priority: priority, isDim: isDim, isCommandID: isCommandID, minimumTableWidth: minimumTableWidth)
            self.cell = cell
        }

        init(_ column: TableColumn, cell: @escaping Cell) {
            self.column = column
            self.cell = cell
        }
    }

    package let columns: [TableColumn]
    /// One function for each column.
    package let cells: [Cell]
    package let emptyText: EmptyListText

    init(_ columns: [Column], emptyText: EmptyListText = .none) {
        self.init(columns: columns.map(\.column), cells: columns.map(\.cell), emptyText: emptyText)
    }

    private init(columns: [TableColumn], cells: [Cell], emptyText: EmptyListText) {
        self.columns = columns
        self.cells = cells
        self.emptyText = emptyText
    }

    /// The same table with another text for the case of no rows.
    package func whenEmpty(_ emptyText: EmptyListText) -> TableModel {
        TableModel(columns: columns, cells: cells, emptyText: emptyText)
    }

    /// The same table with another column before the others.
    func preceded(by column: Column) -> TableModel {
        TableModel(columns: [column.column] + columns, cells: [column.cell] + cells, emptyText: emptyText)
    }

    /// The same table with a mark before the song that plays; the same table if `playing` is nil.
    package func marking(_ playing: MusicID?, _ song: @escaping @Sendable (Row) -> MusicID?) -> TableModel {
        guard let playing else { return self }
        return preceded(by: Column("", .fixed(1), priority: 7) { .plain(song($0) == playing ? "▶" : "") })
    }

    /// The same table of other rows, each of which contains a row of this table.
    func showing<Other>(_ row: @escaping @Sendable (Other) -> Row) -> TableModel<Other> {
        TableModel<Other>(columns: columns, cells: cells.map { cell in { cell(row($0)) } }, emptyText: emptyText)
    }

    /// The same table with the columns of some keys only, in their order.
    ///
    /// A key without a column gets one with the text of its value.
    package func showing(_ fields: [Row.Field]) -> TableModel where Row: RowModel {
        let chosen = fields.map { field in
            guard let index = columns.firstIndex(where: { $0.key == field.rawValue }) else {
                return Column(Self.column(of: field)) { .plain($0.value(of: field).text) }
            }
            var column = columns[index]
            column.isRequested = true
            return Column(column, cell: cells[index])
        }
        return TableModel(chosen, emptyText: emptyText)
    }

    private static func column(of field: Row.Field) -> TableColumn where Row: RowModel {
        let heading = field.rawValue.firstLetterUppercased
        return TableColumn(
            heading: heading, key: field.rawValue,
            width: field.valueKind.width.map { .fixed(max(heading.count, $0)) } ?? .share(2),
            alignment: field.valueKind.isNumber ? .trailing : .leading, priority: 0, isRequested: true)
    }

    /// The cells of a row in some of the table's columns.
    func cells(of row: Row, in columns: [PlacedColumn]) -> [TableCell] { columns.map { cells[$0.index](row) } }
}

/// A column of a table: its heading, its width, and how its cells are drawn.
package struct TableColumn: Equatable, Sendable {
    package enum Width: Equatable, Sendable {
        /// A number of terminal columns.
        case fixed(Int)
        /// Parts of the width that the fixed columns leave; a part is at least `minimumPart` wide.
        case share(Int)
    }

    package enum Alignment: Equatable, Sendable {
        case leading, trailing
    }

    /// The smallest width of one part of a shared column.
    package static let minimumPart = 5
    /// The width from which a table has room for columns that most rows leave empty.
    static let wideTable = 120
    package let heading: String
    /// The key of `--fields` that the column shows.
    package var key = ""
    package let width: Width
    package var alignment = Alignment.leading
    /// A narrow table shows the columns with the highest priority.
    package let priority: Int
    /// Whether a person requested the column by its key. A table that is too narrow for it becomes wider.
    package var isRequested = false
    package var isDim = false
    /// Whether the column shows ids to type in commands. A table without a command line drops it.
    package var isCommandID = false
    /// A narrower table shows the column only if a person requests it.
    package var minimumTableWidth = 0

    /// The smallest width in which the column is shown.
    var minimumWidth: Int {
        switch width {
        case .fixed(let width): width
        case .share where isRequested: max(heading.count, Self.minimumPart)
        case .share(let parts): parts * Self.minimumPart
        }
    }

    var parts: Int { if case .share(let parts) = width { parts } else { 0 } }
}

/// The content of one column of a row.
package enum TableCell: Equatable, Sendable {
    case text(StyledText)
    /// Text of one or more sentences, which continues on further lines if the renderer has them.
    case paragraph(String)
    case marks(MusicMarks)

    /// A cell of unstyled text.
    package static func plain(_ text: String) -> TableCell { .text(StyledText(text)) }
}

/// The marks of a row of music.
package struct MusicMarks: Equatable, Sendable {
    package let isBookmarked: Bool
    package let isDownloaded: Bool
    package let isExplicit: Bool

    package init(isBookmarked: Bool, isDownloaded: Bool, isExplicit: Bool) {
        self.isBookmarked = isBookmarked
        self.isDownloaded = isDownloaded
        self.isExplicit = isExplicit
    }
}

/// Text with a style for the renderer.
public struct StyledText: Equatable, Sendable {
    public let text: String
    public let isStruckThrough: Bool

    public init(_ text: String, isStruckThrough: Bool = false) {
        self.text = text
        self.isStruckThrough = isStruckThrough
    }
}

/// The text of a list without rows: a sentence and, for each interface, a hint.
package struct EmptyListText: Equatable, Sendable {
    /// The text of a list that is never shown empty.
    package static let none = EmptyListText("")
    let sentence: String
    let commandLineHint: String
    /// The text for the TUI, with names of actions in braces in place of their keys; see `TUIKeyMap`.
    package let tui: String
    package let web: String

    /// The hints follow the sentence; an empty hint is omitted.
    init(_ sentence: String, commandLine: String = "", tui: String = "", web: String = "") {
        self.sentence = sentence
        commandLineHint = commandLine
        self.tui = Self.joined(sentence, tui)
        self.web = Self.joined(sentence, web)
    }

    package var commandLine: String { Self.joined(sentence, commandLineHint) }

    /// Returns an empty text for an empty window, and a note that the list has ended for a window beyond its end.
    package func ofWindow(_ window: Window) -> EmptyListText {
        if window.limit == 0 { return .none }
        guard window.offset > 0 else { return self }
        let row = window.offset + 1
        return EmptyListText("The list ends before row \(CountText.grouped(row)).")
    }

    private static func joined(_ sentence: String, _ hint: String) -> String {
        hint.isEmpty ? sentence : sentence + " " + hint
    }
}
