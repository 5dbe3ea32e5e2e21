internal import FermataDomain
internal import GRDB

/// Copies what can be read of a damaged library, halving a range of rows until only unreadable ones are left out.
struct Salvage {
    private static let tables = ["source", "music", "record", "held_bookmark"]
    /// How many rows are looked for where a table cannot tell how many it has.
    private static let unknownExtent: Int64 = 1 << 24
    /// After so many failures the rest of a table is given up.
    private static let patience = 20_000
    private let damaged: String

    init(from damaged: String) {
        self.damaged = damaged
    }

    /// Answers how many pieces of music, and how many bookmarks, were saved.
    func run(into library: SQLiteLibrary) throws -> (music: Int, bookmarks: Int) {
        try library.pool().barrierWriteWithoutTransaction { db in
            do {
                try db.execute(sql: "ATTACH DATABASE ? AS damaged", arguments: [damaged])
            } catch DatabaseError.SQLITE_NOTADB {
                return (0, 0)
            }
            try db.inTransaction {
                for table in Self.tables {
                    var failures = 0
                    copy(table, rows: 0...extent(of: table, in: db), failures: &failures, in: db)
                }
                try mend(db)
                try makeSearchText(db)
                for step in FirstFill.ending { try step(db) }
                return .commit
            }
            try db.execute(sql: "DETACH DATABASE damaged")
            return (
                try Int.fetchOne(db, sql: "SELECT count(*) FROM music") ?? 0,
                try Int.fetchOne(db, sql: "SELECT count(*) FROM music WHERE bookmarked = 1") ?? 0
            )
        }
    }

    private func extent(of table: String, in db: Database) -> Int64 {
        do {
            return max(0, try Int64.fetchOne(db, sql: "SELECT max(rowid) FROM damaged.\(table)") ?? 0)
        } catch {
            return Self.unknownExtent
        }
    }

    private func copy(_ table: String, rows: ClosedRange<Int64>, failures: inout Int, in db: Database) {
        do {
            try db.inSavepoint {
                try db.execute(
                    sql:
                        "INSERT OR IGNORE INTO main.\(table) SELECT * FROM damaged.\(table) WHERE rowid BETWEEN ? AND ?",
                    arguments: [rows.lowerBound, rows.upperBound])
                return .commit
            }
        } catch {
            failures += 1
            guard rows.lowerBound < rows.upperBound, failures < Self.patience else { return }
            let middle = rows.lowerBound + (rows.upperBound - rows.lowerBound) / 2
            copy(table, rows: rows.lowerBound...middle, failures: &failures, in: db)
            copy(table, rows: (middle + 1)...rows.upperBound, failures: &failures, in: db)
        }
    }

    /// Leaves out records without their music, and lets the next refresh read every source anew.
    private func mend(_ db: Database) throws {
        try db.execute(
            sql: """
                DELETE FROM music WHERE row NOT IN (SELECT min(row) FROM music GROUP BY id);
                DELETE FROM record WHERE row NOT IN (SELECT row FROM music);
                DELETE FROM record WHERE rowid NOT IN (SELECT min(rowid) FROM record GROUP BY id);
                UPDATE record SET fingerprint = NULL;
                UPDATE source SET revision = NULL,
                    records = (SELECT count(*) FROM record WHERE record.source = source.id);
                """)
    }

    private func makeSearchText(_ db: Database) throws {
        let rows = try RawStatement(db, "SELECT row, title, artist, album FROM music")
        let insert = try RawStatement(db, "INSERT INTO music_search(rowid, text) VALUES (?, ?)")
        while try rows.step() {
            insert.bind(rows.integer(0), at: 1)
            insert.bind(SearchText(title: rows.text(1), artist: rows.text(2), album: rows.text(3)).text, at: 2)
            try insert.run()
        }
    }
}
