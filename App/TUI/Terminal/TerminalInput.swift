package import FermataPresentation

/// What a terminal says of its keys and mouse.
package enum TerminalInput: Equatable, Sendable {
    case key(TUIKey)
    case paste(String)
    /// A press of the left button, in cells from the top left corner.
    case click(column: Int, row: Int)
    /// What the terminal says that it can do (DA1).
    case attributes([Int])
    /// Lines downwards; upwards where it is negative.
    case wheel(Int)
}
