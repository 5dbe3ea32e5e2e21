package import FermataDomain

/// All that the browser shows at a time; a renderer only places it.
package struct BrowserScreen: Equatable, Sendable {
    /// Nil where there is no room for the tabs.
    package var tab: BrowserTab?
    package var title: String?
    /// The columns of the rows in `lines`.
    package var columns: [BrowserColumn] = []
    /// Whether the columns' headings are shown.
    package var hasHeading = false
    /// The body, as many lines as it is high.
    package var lines: [BrowserLine] = []
    package var picture: BrowserPicture?
    package var status: BrowserStatus?
    package var hints: String?
}

/// A line of the body.
package enum BrowserLine: Equatable, Sendable {
    case row([BrowserCell], isSelected: Bool)
    case section(String)
    case text(String, BrowserTextStyle = .plain)
    /// A line of text that can be typed into.
    case field(label: String, BrowserTextField, isActive: Bool)
    case blank
}

/// What a line of text is for.
package enum BrowserTextStyle: Equatable, Sendable {
    case plain, heading, aside, problem
}

/// The line below the body.
package enum BrowserStatus: Equatable, Sendable {
    /// `position` stands at the end: `1,234 of 1,000,000`.
    case text(String, isProblem: Bool, position: String)
    case search(BrowserTextField)
    /// Where there is not room for all of it, the text before its ending is cut.
    case question(String, ending: String)
}

/// Where the picture of some music belongs, in cells from the top left corner of the body.
package struct BrowserPicture: Equatable, Sendable {
    package let music: MusicID
    package let column: Int
    package let line: Int
    package let columns: Int
    package let lines: Int
}
