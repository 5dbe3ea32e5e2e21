/// Damage that a check of a library's file has found.
public enum LibraryFinding: Hashable, Sendable {
    /// Pages, rows or indexes of the file contradict each other.
    case file
    /// Changes in the log cannot be read, but later changes can.
    case log
    /// The log beside the file belongs to another file or to an older version of it.
    case foreignLog
    /// The search index does not match the music.
    case search
    /// Texts do not match the keys by which they are sorted; the number of rows.
    case text(LibraryContent, Int)
    /// Rows refer to rows that do not exist; the number of them.
    case references(LibraryContent, Int)
}
