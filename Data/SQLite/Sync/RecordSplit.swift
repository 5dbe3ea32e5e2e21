import FermataDomain
import GRDB

/// Separates a record of one source from a row that other sources share.
struct RecordSplit {
    private let db: Database
    private let source: Int64
    private let sourceMask: Int64
    private let findOwner: RawStatement
    private let findOthers: RawStatement

    init(_ db: Database, sourceMask: Int64) throws {
        self.db = db
        self.sourceMask = sourceMask
        source = SourceMask.source(of: sourceMask)
        findOwner = try RawStatement(
            db,
            """
            SELECT 1 FROM music WHERE row = :row AND (id = :id OR sources & -sources = :source
                AND NOT EXISTS (SELECT 1 FROM record WHERE record.id = music.id AND record.row = music.row))
            """)
        findOthers = try RawStatement(db, "SELECT 1 FROM record WHERE row = :row AND id <> :id LIMIT 1")
    }

    /// Whether a row has other records.
    func hasOthers(than record: ReadRecord, in row: Int64) throws -> Bool {
        findOthers.bind(row, to: "row")
        findOthers.bind(record.id.stored, to: "id")
        return try findOthers.first { _ in true } != nil
    }

    /// Whether a record keeps its row in a split: the row has its id, or its source is the primary one and the record
    /// with the row's id has left.
    func isOwner(_ record: ReadRecord, of row: Int64) throws -> Bool {
        findOwner.bind(row, to: "row")
        findOwner.bind(record.id.stored, to: "id")
        findOwner.bind(sourceMask, to: "source")
        return try findOwner.first { _ in true } != nil
    }

    /// Removes the other records of a row. The next syncs of their sources add them again.
    func removeOthers(than record: ReadRecord, from row: Int64) throws {
        let others = "FROM record WHERE row = \(row) AND id <> \(record.id.stored)"
        try db.execute(
            sql: """
                UPDATE source SET revision = \(LibrarySchema.outdatedRevision),
                    records = records - (SELECT count(*) \(others) AND record.source = source.id)
                    WHERE id IN (SELECT source \(others));
                DELETE FROM recording WHERE record IN (SELECT id \(others));
                DELETE FROM star WHERE record IN (SELECT id \(others));
                DELETE FROM merged_record WHERE id IN (SELECT id FROM record WHERE row = \(row));
                DELETE \(others);
                UPDATE music SET sources = \(sourceMask) WHERE row = \(row);
                """)
    }

    /// Removes the records of other sources from a row, because a new record with the row's id is another song.
    ///
    /// The next syncs of their sources add them again, with the row's bookmark, plays, download and place in the queue.
    func separateOthers(than record: ReadRecord, from row: Int64) throws {
        let others = "SELECT id FROM record WHERE row = \(row) AND id <> \(record.id.stored)"
        guard let other = try Int64.fetchOne(db, sql: "\(others) ORDER BY id LIMIT 1") else { return }
        let id = record.id.stored
        try db.execute(
            sql: """
                INSERT OR IGNORE INTO held_bookmark(id, music)
                    SELECT id, \(other) FROM (\(others)) WHERE (SELECT bookmarked FROM music WHERE row = \(row)) = 1;
                UPDATE play SET song = \(other) WHERE song = \(id);
                UPDATE queue SET song = \(other) WHERE song = \(id);
                UPDATE OR IGNORE download SET id = \(other) WHERE id = \(id);
                """)
        try removeOthers(than: record, from: row)
        try db.execute(sql: "UPDATE music SET bookmarked = 0 WHERE row = \(row) AND bookmarked = 1")
    }

    /// Removes the other records of the source from a row, and returns whether there was one. The next sync adds them.
    func removeOthersOfSource(than record: ReadRecord, from row: Int64) throws -> Bool {
        let others = "FROM record WHERE row = \(row) AND source = \(source) AND id <> \(record.id.stored)"
        let count = try Int.fetchOne(db, sql: "SELECT count(*) \(others)") ?? 0
        guard count > 0 else { return false }
        try db.execute(
            sql: """
                UPDATE source SET records = records - \(count) WHERE id = \(source);
                DELETE FROM recording WHERE record IN (SELECT id \(others));
                DELETE FROM star WHERE record IN (SELECT id \(others));
                DELETE FROM merged_record WHERE id IN (SELECT id \(others));
                DELETE \(others);
                """)
        return true
    }

    /// Whether a row is bookmarked, and a record in it has a star or may have one.
    func isStarred(_ record: ReadRecord, in row: Int64) throws -> Bool {
        try Row.fetchOne(
            db,
            sql: "SELECT 1 FROM music, star WHERE row = ? AND bookmarked = 1 AND record = ?",
            arguments: [row, record.id.stored]) != nil
    }

    /// Removes a record from a row. The next syncs read the records of the row's other sources.
    ///
    /// The record's star stays: the record gets another row at once.
    func remove(_ record: ReadRecord, from row: Int64) throws {
        try db.execute(
            sql: """
                DELETE FROM record WHERE id = \(record.id.stored);
                DELETE FROM recording WHERE record = \(record.id.stored);
                DELETE FROM merged_record WHERE id = \(record.id.stored);
                UPDATE music SET sources = sources & ~\(sourceMask), audio = \(MusicTable.audio(without: source))
                    WHERE row = \(row);
                \(MergedRecordTable.clean(rows: "\(row)"))
                """)
        try readOthersAgain(than: record, of: row)
    }

    /// Makes the next syncs read the other records of a row.
    func readOthersAgain(than record: ReadRecord, of row: Int64) throws {
        let others = "row = \(row) AND id <> \(record.id.stored)"
        try db.execute(
            sql: """
                UPDATE source SET revision = \(LibrarySchema.outdatedRevision)
                    WHERE id IN (SELECT source FROM record WHERE \(others));
                UPDATE record SET fingerprint = NULL WHERE \(others);
                """)
    }

    /// Removes a record and its row, which no other source shares. Bookmark and download move to another row.
    ///
    /// The record's star stays: the record gets the other row at once.
    func remove(_ record: ReadRecord, with row: Int64, movingTo target: Int64) throws {
        let isOld = "row = \(row)"
        try db.execute(
            sql: """
                DELETE FROM record WHERE id = \(record.id.stored);
                DELETE FROM recording WHERE record = \(record.id.stored);
                UPDATE music SET bookmarked = 1
                    WHERE row = \(target) AND bookmarked = 0 AND (SELECT bookmarked FROM music WHERE \(isOld)) = 1;
                UPDATE OR IGNORE download SET id = (SELECT id FROM music WHERE row = \(target))
                    WHERE id = (SELECT id FROM music WHERE \(isOld));
                DELETE FROM music_search WHERE rowid = \(row);
                DELETE FROM lyrics WHERE \(isOld);
                \(MusicArtistTable.removal(of: "\(row)"));
                DELETE FROM music WHERE \(isOld);
                """)
    }
}
