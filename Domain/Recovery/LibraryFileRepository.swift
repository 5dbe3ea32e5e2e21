/// The file of a library, which may be damaged.
public protocol LibraryFileRepository: Sendable {
    /// Checks the complete file without changing it; intact files have no findings.
    ///
    /// Throws `LibraryError.cannotOpen`, `.newerVersion`, `.olderVersion` or `.busy`; `.cannotOpen` also if a repair
    /// replaced the file during the check. O(size of the file).
    func check() async throws -> [LibraryFinding]

    /// Checks a library that this program has open, without blocking writers. Skips checks that are impossible while it
    /// is open.
    ///
    /// Throws `LibraryError.busy`, `.cannotOpen` if a repair replaced the file during the check, or
    /// `CancellationError`. O(size of the file).
    func checkWhileOpen() async throws -> [LibraryFinding]

    /// Copies the readable content into a new library at the same path, and renames the damaged file.
    ///
    /// Returns nil if the file is intact. Throws `LibraryError` and does not move the damaged file if the new library
    /// cannot be written.
    func repair() async throws -> LibraryRepair?
}

/// Damage that a check of a library's file has found.
///
/// Numbers of rows are nil for a listener who may not see them.
public enum LibraryFinding: Hashable, Sendable {
    /// Pages of the file are damaged or contradict each other.
    case file
    /// The content of a page is not what was written: its checksum differs. Pages are numbered from 1.
    case page(Int)
    /// Rows of an index do not match its table. The number of such rows; 0 if only the number of all rows differs.
    case index(String, Int?)
    /// Values or pages of a table are invalid; the number of them.
    case table(String, Int?)
    /// Changes in the log cannot be read, but later changes can.
    case log
    /// The log beside the file belongs to another file or to an older version of it.
    case foreignLog
    /// The file has tables, indexes, triggers or views that no library has, or lacks some.
    case structure
    /// The search index does not match the music.
    case search
    /// Texts do not match the keys by which they are sorted; the number of rows.
    case text(LibraryContent, Int?)
    /// Rows refer to rows that do not exist; the number of them.
    case references(LibraryContent, Int?)

    /// The finding without the number of rows that the listener may not see.
    func visible(to listener: Listener) -> LibraryFinding {
        if listener.seesCounts { return self }
        return switch self {
        case .file, .page, .log, .foreignLog, .structure, .search: self
        case .index(let name, _): .index(name, nil)
        case .table(let name, _): .table(name, nil)
        case .text(let content, _): .text(content, nil)
        case .references(let content, _): .references(content, nil)
        }
    }
}

/// The kinds of content that checks and repairs count.
public enum LibraryContent: CaseIterable, Sendable {
    case sources, toDos, music, bookmarks, playlists, playlistEntries, downloads
}
