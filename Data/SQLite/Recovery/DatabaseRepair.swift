import FermataDomain
import GRDB

/// Copies the readable rows of a damaged library into a new one.
///
/// Does not copy playlists, which the next sync restores.
/// The damaged file has its own connection, because SQLite stops writing on a connection that has found damage.
struct DatabaseRepair {
    /// The number of copied rows per table.
    typealias Saved = (music: Int, bookmarks: Int, toDos: Int)
    private static let tables = ["source", "music", "record", "held_bookmark", "download", "todo"]
    private let damaged: String

    init(from damaged: String) {
        self.damaged = damaged
    }

    func run(into library: SQLiteLibrary) throws -> Saved {
        var configuration = Configuration()
        configuration.readonly = true
        let damaged: DatabaseQueue
        do {
            damaged = try DatabaseQueue(path: self.damaged, configuration: configuration)
        } catch DatabaseError.SQLITE_NOTADB, DatabaseError.SQLITE_CORRUPT {
            return (0, 0, 0)
        }
        return try library.pool().barrierWriteWithoutTransaction { db in
            try db.inTransaction {
                for table in Self.tables {
                    try damaged.inDatabase { try TableRepair(of: table, from: $0, into: db)?.run() }
                }
                try damaged.inDatabase { try takeLastNumber(from: $0, into: db) }
                try clean(db)
                try makeSearchText(db)
                for step in InitialImport.ending { try step(db) }
                return .commit
            }
            return (
                try Int.fetchOne(db, sql: "SELECT count(*) FROM music") ?? 0,
                try Int.fetchOne(db, sql: "SELECT count(*) FROM music WHERE bookmarked = 1") ?? 0,
                try Int.fetchOne(db, sql: "SELECT count(*) FROM todo") ?? 0
            )
        }
    }

    /// Continues the numbering of to-dos, if the last number is readable.
    private func takeLastNumber(from damaged: Database, into db: Database) throws {
        let last: Int64?
        do {
            last = try Int64.fetchOne(damaged, sql: "SELECT seq FROM sqlite_sequence WHERE name = 'todo'")
        } catch is DatabaseError {
            last = nil
        }
        guard let last, last > (try Int64.fetchOne(db, sql: "SELECT max(number) FROM todo") ?? 0) else { return }
        try db.execute(
            sql: "DELETE FROM sqlite_sequence WHERE name = 'todo'; INSERT INTO sqlite_sequence VALUES ('todo', \(last))"
        )
    }

    /// Drops records without music, and makes the next sync read every source completely.
    private func clean(_ db: Database) throws {
        try db.execute(
            sql: """
                DELETE FROM music WHERE row NOT IN (SELECT min(row) FROM music GROUP BY id);
                DELETE FROM record WHERE row NOT IN (SELECT row FROM music);
                DELETE FROM record WHERE rowid NOT IN (SELECT min(rowid) FROM record GROUP BY id);
                UPDATE record SET fingerprint = NULL;
                UPDATE source SET revision = NULL, playlists_revision = NULL,
                    records = (SELECT count(*) FROM record WHERE record.source = source.id);
                """)
    }

    private func makeSearchText(_ db: Database) throws {
        let rows = try RawStatement(db, "SELECT row, title, artist, album FROM music")
        let insert = try RawStatement(db, "INSERT INTO music_search(rowid, text) VALUES (:row, :text)")
        while try rows.step() {
            insert.bind(rows.integer("row"), to: "row")
            let text = SearchText(title: rows.text("title"), artist: rows.text("artist"), album: rows.text("album"))
            insert.bind(text.text, to: "text")
            try insert.run()
        }
    }
}
