/// The complete content of the terminal; a renderer only draws it.
package struct TUIScreen: Equatable, Sendable {
    /// The selected tab; nil if the screen is too low for tabs.
    package var tab: MainScreen?
    /// All tabs; empty if the screen is too low for them.
    package var tabs: [PlacedTab] = []
    package var title: String?
    /// The columns of the rows in `lines`, at their positions.
    package var columns: [PlacedColumn] = []
    /// Whether the columns' headings are shown.
    package var hasHeading = false
    /// The body, one element per line of its height.
    package var lines: [TUILine] = []
    package var artwork: TUIArtworkFrame?
    /// The completions of the search field, of which a key accepts the first; nil without a line for them.
    package var suggestions: [String]?
    /// The playback status; nil if the queue is empty, or without a line for it.
    package var player: String?
    package var status: TUIStatus?
    package var hints: String?
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
