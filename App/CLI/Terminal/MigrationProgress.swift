import FermataDomain
import FermataPresentation

/// Shows the progress of a library's migration: step by step on a terminal, and as one message otherwise.
struct MigrationProgress: Sendable {
    let console: Console

    /// Shows that a step starts, or that the migration has ended.
    func show(_ step: LibraryMigrationStep?) {
        switch step {
        case nil: console.endProgress()
        case let step? where console.showsProgress: console.progress(LibraryMigrationText.progress(step))
        case let step?: if step.number == 1 { console.note(LibraryMigrationText.start) }
        }
    }
}
