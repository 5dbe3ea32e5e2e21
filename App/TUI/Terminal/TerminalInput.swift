package import FermataPresentation

/// A decoded input of the terminal.
package enum TerminalInput: Equatable, Sendable {
    case key(TUIKey)
    case paste(String)
    /// A press of the left mouse button, in cells from the top left corner.
    case click(column: Int, row: Int)
    /// The terminal's device attributes (DA1).
    case attributes([Int])
    /// Lines to scroll; negative values scroll up.
    case wheel(Int)
}
