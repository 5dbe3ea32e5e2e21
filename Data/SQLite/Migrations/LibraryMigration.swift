import FermataDomain
package import GRDB

/// Creates the tables of a new library, and brings a library of an earlier version to the present one.
///
/// The header of the file has the version, so that it is known before SQLite opens the file.
package struct LibraryMigration: Sendable {
    /// Literal SQL that brings a library of the preceding version to a version. It never changes once it is released.
    package struct Step: Sendable {
        let version: Int
        let sql: String
        let lateIndexes: [SQLIndex]
        let derivesTables: Bool

        /// `lateIndexes` are created in existing libraries; a new one gets them at the end of its first import. An index
        /// replaces the earlier one of its name, which the SQL drops. `derivesTables` is whether the step adds tables or
        /// columns that are derived from others.
        package init(to version: Int, _ sql: String, lateIndexes: [SQLIndex] = [], derivesTables: Bool = false) {
            (self.version, self.sql, self.lateIndexes) = (version, sql, lateIndexes)
            self.derivesTables = derivesTables
        }
    }

    /// The versions of this program's libraries.
    static let current = LibraryMigration([
        Step(to: 17, LibrarySchema.version17, lateIndexes: LibrarySchema.lateIndexes17),
        Step(
            to: 18, LibrarySchema.version18, lateIndexes: LibrarySchema.lateIndexes18, derivesTables: true),
        Step(
            to: 19, LibrarySchema.version19, lateIndexes: LibrarySchema.lateIndexes19, derivesTables: true),
        Step(to: 20, LibrarySchema.version20),
        Step(to: 21, LibrarySchema.version21),
        Step(to: 22, LibrarySchema.version22),
        Step(to: 23, LibrarySchema.version23),
    ])
    /// The versions that can be opened. A program of their time has to export the content of an earlier one.
    let versions: ClosedRange<Int>
    private let steps: [Step]

    /// The first step creates the tables.
    package init(_ steps: [Step]) {
        self.steps = steps
        versions = (steps.first?.version ?? 0)...(steps.last?.version ?? 0)
    }

    /// Runs the missing steps up to a version, by default the last one, in one transaction.
    ///
    /// Calls `migrating` first unless the library is new. Throws `DatabaseError`.
    package func run(
        on writer: some DatabaseWriter, upTo last: Int? = nil, migrating: () -> Void = {}
    ) throws {
        let last = last ?? versions.upperBound
        try writer.writeWithoutTransaction { db in
            let version = try Self.version(of: db)
            guard version < last else { return }
            if version > 0 { migrating() }
            // A step that replaces a table must not remove the rows that refer to it.
            let checksKeys = try Bool.fetchOne(db, sql: "PRAGMA foreign_keys") ?? false
            try db.execute(sql: "PRAGMA foreign_keys = OFF")
            // This pragma fails only if the file cannot be read, and then every later statement does.
            defer { try? db.execute(sql: "PRAGMA foreign_keys = \(checksKeys)") }
            try db.inTransaction(.immediate) {
                // Another program may have run the steps meanwhile.
                let version = try Self.version(of: db)
                for step in steps where step.version > version && step.version <= last {
                    try db.execute(sql: "\(step.sql); PRAGMA user_version = \(step.version)")
                    for index in step.lateIndexes where version > 0 { try db.execute(sql: index.sql) }
                }
                // Tables are derived in their present form, so by the last step only; if the first import has not ended
                // yet, at its end.
                if version > 0, last == versions.upperBound,
                    steps.contains(where: { $0.version > version && $0.derivesTables }),
                    try !InitialImport.isUnfinished(in: db)
                {
                    try AlbumTable.fill(in: db)
                }
                if version > 0 { try db.checkForeignKeys() }
                return .commit
            }
        }
    }

    /// The late indexes of all steps up to a version.
    func lateIndexes(upTo version: Int) -> [SQLIndex] {
        let indexes = steps.filter { $0.version <= version }.flatMap(\.lateIndexes)
        return indexes.enumerated().filter { place, index in
            !indexes[(place + 1)...].contains { $0.name == index.name }
        }.map(\.element)
    }

    /// The version in the header, or in a newer one in the log; 0 for a new file.
    static func version(of db: Database) throws -> Int {
        try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
    }
}
