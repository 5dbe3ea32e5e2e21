package import FermataDomain

/// The complete content of the terminal; a renderer only draws it.
package struct TUIScreen: Equatable, Sendable {
    /// The selected tab; nil if the screen is too low for tabs.
    package var tab: MainScreen?
    /// All tabs; empty if the screen is too low for them.
    package var tabs: [PlacedTab] = []
    package var title: String?
    /// The part of the terminal's width that `lines` have; the rest is that of `panes`.
    package var body = 0..<0
    /// The columns of the rows in `lines`, at their positions from the start of `body`.
    package var columns: [PlacedColumn] = []
    /// Whether the columns' headings are shown.
    package var hasHeading = false
    /// The body, one element per line of its height.
    package var lines: [TUILine] = []
    /// What is shown beside `lines`.
    package var panes: [TUIPane] = []
    package var artwork: TUIArtworkFrame?
    /// The completions of the search field, of which a key accepts the first; nil without a line for them.
    package var suggestions: [String]?
    /// The playback status; nil if the queue is empty, or without a line for it.
    package var player: String?
    package var status: TUIStatus?
    package var hints: String?
}

/// A part of the body beside the main list: another column of the browser, or what plays.
package struct TUIPane: Equatable, Sendable {
    /// The part of the terminal's width.
    package let body: Range<Int>
    /// The columns of the rows in `lines`, at their positions from the start of `body`.
    package var columns: [PlacedColumn]
    package var lines: [TUILine]

    package init(body: Range<Int>, columns: [PlacedColumn] = [], lines: [TUILine] = []) {
        (self.body, self.columns, self.lines) = (body, columns, lines)
    }
}

/// A line of the body.
package enum TUILine: Equatable, Sendable {
    /// One cell for each column of the screen.
    case row([TableCell], isSelected: Bool)
    case section(String)
    case text(String, TUITextStyle = .plain)
    /// An editable line of text.
    case field(label: String, TUITextField, isActive: Bool)
    case blank
}

/// The style of a line of text.
package enum TUITextStyle: Equatable, Sendable {
    case plain, heading, aside, problem
}

/// The line below the body.
package enum TUIStatus: Equatable, Sendable {
    /// `position`, such as `1,234 of 1,000,000`, is aligned to the end.
    case text(String, isProblem: Bool, position: String)
    /// An editable search text after its label.
    case search(label: String, TUITextField)
    /// A prompt; if it is too long, its text is truncated and its ending stays.
    case question(String, ending: String)
}

/// A tab with its text and its position on the screen.
package struct PlacedTab: Equatable, Sendable {
    package let tab: MainScreen
    package let text: String
    /// The first column, from 0.
    package let start: Int
    /// The columns of the tab.
    package var columns: Range<Int> { start..<start + text.count }

    /// Returns all tabs; if their titles do not fit, only the selected tab shows its title.
    static func placed(selected: MainScreen, in width: Int) -> [PlacedTab] {
        let titles = MainScreen.allCases.map { (tab: $0, text: " \($0.key.name) \($0.title)") }
        let isNarrow = titles.reduce(0) { $0 + $1.text.count } > width
        var start = 0
        return titles.map { tab, title in
            let text = isNarrow && tab != selected ? " \(tab.key.name)" : title
            defer { start += text.count }
            return PlacedTab(tab: tab, text: text, start: start)
        }
    }
}

/// The area of a song's artwork, in cells from the top left corner of the body.
package struct TUIArtworkFrame: Equatable, Sendable {
    package let music: MusicID
    package let column: Int
    package let line: Int
    package let columns: Int
    package let lines: Int
}

/// The parts of the screen that fit into its size; on low screens, the least important parts are hidden first.
struct TUIScreenLayout: Equatable, Sendable {
    static let artworkSize = (columns: 26, lines: 13)
    /// The minimum width of text beside artwork.
    private static let minimumTextWidth = 40
    private static let gap = 2
    let columns: Int
    let rows: Int
    /// Whether a search or prompt needs the status line.
    var needsStatus = false
    /// Whether a search has suggestions.
    var needsSuggestions = false
    /// Whether there is something to play.
    var needsPlayer = false
    /// Whether a wide screen shows what plays beside the body.
    var needsSide = false
    /// Whether a wide screen shows artists, albums and songs side by side.
    var needsColumns = false
    /// How many lines of text the pane of what plays has below its artwork.
    static let sideTextLines = 7
    /// The smallest width with a pane of what plays, and with three columns of the browser.
    private static let (wide, columnsWide) = (110, 84)
    /// The width of the line between two parts of the body.
    private static let divider = 3

    var hasTabs: Bool { rows >= 7 }
    var hasTitle: Bool { rows >= 5 }
    var hasHeading: Bool { rows >= 10 }
    var hasSuggestions: Bool { rows >= 10 && needsSuggestions }
    var hasPlayer: Bool { rows >= 9 && needsPlayer }
    var hasStatus: Bool { rows >= 2 || needsStatus }
    var hasHints: Bool { rows >= 8 }

    /// The height of the body, with or without column headings.
    func bodyHeight(withHeading: Bool) -> Int {
        let otherLines = [hasTabs, hasTitle, hasSuggestions, hasPlayer, hasStatus, hasHints, withHeading && hasHeading]
            .count {
                $0
            }
        return max(0, rows - otherLines)
    }

    /// The columns of the pane of what plays; nil if it is not shown.
    var side: Range<Int>? {
        let start = columns - max(28, min(44, columns / 4))
        guard needsSide, columns >= Self.wide, !hasBrowserColumns || start - Self.divider >= Self.columnsWide else {
            return nil
        }
        return start..<columns
    }

    /// The width of the body beside the pane.
    var bodyColumns: Int { side.map { $0.lowerBound - Self.divider } ?? columns }

    /// Whether the browser's columns fit.
    var hasBrowserColumns: Bool { needsColumns && columns >= Self.columnsWide && rows >= 10 }

    /// The places of artists, albums and songs.
    var browserColumns: [Range<Int>] {
        let width = bodyColumns - 2 * Self.divider
        let (artists, albums) = (width * 25 / 100, width * 35 / 100)
        let second = artists + Self.divider
        let third = second + albums + Self.divider
        return [0..<artists, second..<second + albums, third..<bodyColumns]
    }

    /// Whether artwork fits beside the text.
    var hasArtwork: Bool {
        columns >= Self.artworkSize.columns + Self.gap + Self.minimumTextWidth
            && bodyHeight(withHeading: false) >= Self.artworkSize.lines
    }

    /// The width of text, beside artwork or alone.
    func textColumns(besideArtwork: Bool) -> Int {
        max(1, besideArtwork ? columns - Self.artworkSize.columns - Self.gap : columns)
    }
}

/// Measures text, and breaks it and maps into lines; supplied by the renderer.
package struct TUITextLayout: Sendable {
    /// The width of a text in columns.
    package let width: @Sendable (_ text: String) -> Int
    /// Wraps a text to a width in columns.
    package let wrap: @Sendable (_ text: String, _ columns: Int) -> [String]
    /// Draws a map as lines.
    package let drawMap: @Sendable (MapModel) -> [String]
    /// Returns the user's date style; called only for a text with a date, since locales load slowly.
    package let dateStyle: @Sendable () -> DateStyle

    package init(
        width: @escaping @Sendable (String) -> Int, wrap: @escaping @Sendable (String, Int) -> [String],
        drawMap: @escaping @Sendable (MapModel) -> [String],
        dateStyle: @escaping @Sendable () -> DateStyle
    ) {
        self.width = width
        self.wrap = wrap
        self.drawMap = drawMap
        self.dateStyle = dateStyle
    }
}
