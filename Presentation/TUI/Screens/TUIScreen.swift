package import FermataDomain

/// All that the browser shows at a time; a renderer only places it.
package struct TUIScreen: Equatable, Sendable {
    /// Nil where there is no room for the tabs.
    package var tab: TUITab?
    package var title: String?
    /// The columns of the rows in `lines`, at their positions.
    package var columns: [PlacedColumn] = []
    /// Whether the columns' headings are shown.
    package var hasHeading = false
    /// The body, as many lines as it is high.
    package var lines: [TUILine] = []
    package var picture: TUIPicture?
    package var status: TUIStatus?
    package var hints: String?
}

/// A line of the body.
package enum TUILine: Equatable, Sendable {
    /// One cell for each column of the screen.
    case row([TableCell], isSelected: Bool)
    case section(String)
    case text(String, TUITextStyle = .plain)
    /// A line of text that can be typed into.
    case field(label: String, TUITextField, isActive: Bool)
    case blank
}

/// What a line of text is for.
package enum TUITextStyle: Equatable, Sendable {
    case plain, heading, aside, problem
}

/// The line below the body.
package enum TUIStatus: Equatable, Sendable {
    /// `position` stands at the end: `1,234 of 1,000,000`.
    case text(String, isProblem: Bool, position: String)
    case search(TUITextField)
    /// Where there is not room for all of it, the text before its ending is cut.
    case question(String, ending: String)
}

/// Where the picture of some music belongs, in cells from the top left corner of the body.
package struct TUIPicture: Equatable, Sendable {
    package let music: MusicID
    package let column: Int
    package let line: Int
    package let columns: Int
    package let lines: Int
}
