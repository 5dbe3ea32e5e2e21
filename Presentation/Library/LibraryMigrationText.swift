package import FermataDomain

/// The texts about the migration of a library of an older version.
package enum LibraryMigrationText {
    /// The message at the start of a migration if progress cannot be shown.
    package static let start = """
        Updating the library, which an older version of Fermata made. This takes about a minute for a million songs; \
        if it is interrupted, the next command starts it again.
        """

    /// The line of progress while a step runs.
    package static func progress(_ step: LibraryMigrationStep) -> String {
        "Updating the library: step \(step.number) of \(step.count), \(noun(of: step.work))"
    }

    private static func noun(of work: LibraryMigrationStep.Work) -> String {
        switch work {
        case .lyrics: "lyrics"
        case .titles: "titles"
        case .albums: "artists of albums"
        case .index: "indexes"
        case .search: "search index"
        }
    }
}

/// The message that another program has replaced the file of an open library.
public struct LibraryReplacedText: Equatable, Sendable {
    public let text: String

    public init(path: String) {
        text = "Another program has repaired or restored the library \(path). This program now uses the new file."
    }
}

/// The warning about a library on a network file system.
public struct NetworkLibraryText: Equatable, Sendable {
    public let text: String

    /// `fileSystem` is the type of the file system: `nfs4`.
    public init(path: String, fileSystem: String) {
        text = """
            The library \(path) is on a network file system (\(fileSystem)), where SQLite’s locks may not hold. Use it \
            from one computer at a time, or move it to a local disk.
            """
    }
}
