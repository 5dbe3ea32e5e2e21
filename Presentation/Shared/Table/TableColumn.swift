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
