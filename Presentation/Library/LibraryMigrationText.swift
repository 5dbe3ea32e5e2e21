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
