import FermataDomain
import GRDB

/// The migration to version 8: moves lyrics into a table of their own, makes indexes smaller, and replaces the search
/// index.
///
/// All steps are one transaction, so that a library is of one version or the other at any moment. Memory is bounded by
/// SQLite's caches.
struct MusicMigration {
    /// Receives each step before it starts, and nil at the end.
    typealias Progress = @Sendable (LibraryMigrationStep?) -> Void
    private struct Step {
        let work: LibraryMigrationStep.Work
        let run: (Database) throws -> Void
    }

    private let db: Database
    private let progress: Progress

    init(_ db: Database, progress: @escaping Progress) throws {
        self.db = db
        // A new library migrates at once, without progress.
        let hasMusic = try Row.fetchOne(db, sql: "SELECT 1 FROM music LIMIT 1") != nil
        if hasMusic { self.progress = progress } else { self.progress = { _ in } }
    }

    func run() throws {
        let isFilled = try LibrarySchema.isFilled(db)
        let orders = MusicOrdering.all
        for name in orders.flatMap({ [$0.index.name, $0.bookmarkIndex.name] }) + ["record_fingerprint"] {
            try db.execute(sql: "DROP INDEX IF EXISTS \(name)")
        }
        let indexes = orders.map(\.bookmarkIndex) + (isFilled ? LibrarySchema.lateIndexes : [])
        var steps = [Step(work: .lyrics, run: Self.moveLyrics), Step(work: .titles, run: TitleOrder.set)]
        for index in indexes { steps.append(Step(work: .index) { try $0.execute(sql: index.sql) }) }
        steps.append(Step(work: .search, run: SearchTextSchema.create))
        defer { progress(nil) }
        for (position, step) in steps.enumerated() {
            progress(LibraryMigrationStep(step.work, number: position + 1, of: steps.count))
            try step.run(db)
        }
    }

    private static func moveLyrics(in db: Database) throws {
        try db.execute(
            sql: """
                \(LyricsTable.schema)
                INSERT INTO lyrics SELECT row, lyrics, id FROM music WHERE lyrics <> '';
                ALTER TABLE music DROP COLUMN lyrics;
                \(TitleOrder.schema)
                """)
    }
}
