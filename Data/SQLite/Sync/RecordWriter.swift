import FermataDomain
import Foundation
import GRDB

/// Writes the records of a sync in one transaction.
struct RecordWriter {
    private(set) var summary: SyncSummary
    /// A sample of the songs that were written.
    private(set) var rows = RowSample()
    private let db: Database
    private let sourceMask: Int64
    private let isInitialImport: Bool
    private let hasHeldBookmarks: Bool
    private let markSeen: RawStatement
    private let findRecord: RawStatement
    private let insertRecord: RawStatement
    private let updateRecord: RawStatement
    private let releaseHeldBookmark: RawStatement
    private let music: MusicTable

    init(_ db: Database, sourceMask: Int64, isInitialImport: Bool, now: Date, summary: SyncSummary) throws {
        self.db = db
        self.sourceMask = sourceMask
        let isInitialImport = try isInitialImport && InitialImport.isAlone(added: summary.added, in: db)
        self.isInitialImport = isInitialImport
        self.summary = summary
        let source = SourceMask.source(of: sourceMask)
        hasHeldBookmarks = try Row.fetchOne(db, sql: "SELECT 1 FROM held_bookmark LIMIT 1") != nil
        markSeen = try RawStatement(db, "INSERT OR IGNORE INTO temp.seen_\(source) VALUES (:id)")
        findRecord = try RawStatement(db, "SELECT source, row, fingerprint FROM record WHERE id = :id")
        insertRecord = try RawStatement(
            db, "INSERT INTO record(id, source, fingerprint, row) VALUES (:id, \(source), :fingerprint, :row)")
        updateRecord = try RawStatement(db, "UPDATE record SET fingerprint = :fingerprint WHERE id = :id")
        releaseHeldBookmark = try RawStatement(
            db, "DELETE FROM held_bookmark WHERE music = (SELECT music FROM held_bookmark WHERE id = :id)")
        music = try MusicTable(db, now: now)
    }

    mutating func write(_ batch: PreparedBatch) throws {
        batch.rejected.forEach { summary.reject($0) }
        let before = summary.added + summary.merged
        for record in batch.records {
            switch record {
            case .unchanged(let id, let position):
                if try isRepeated(id, position: position) { continue }
                summary.unchanged += 1
            case .read(let record):
                if try isRepeated(record.id, position: record.position) { continue }
                try write(record)
            }
        }
        try db.execute(
            sql: "UPDATE source SET records = records + ? WHERE id = ?",
            arguments: [summary.added + summary.merged - before, SourceMask.source(of: sourceMask)])
        try db.notifyChanges(in: Table("music"))
    }

    private mutating func isRepeated(_ id: MusicID, position: Int) throws -> Bool {
        markSeen.bind(id.stored, to: "id")
        try markSeen.run()
        guard db.changesCount == 0 else { return false }
        summary.repeatedCount += 1
        summary.reject(RejectedRecord(position: position, .repeatedID))
        return true
    }

    private mutating func write(_ record: ReadRecord) throws {
        findRecord.bind(record.id.stored, to: "id")
        let known =
            isInitialImport
            ? nil
            : try findRecord.first {
                (
                    source: $0.integer("source"), row: $0.integer("row"),
                    hasFingerprint: $0.optionalInteger("fingerprint") != nil
                )
            }
        guard let known else {
            if try add(record) { summary.merged += 1 } else { summary.added += 1 }
            return
        }
        let isUnknown = known.source == SourceMask.unknownSource
        guard isUnknown || SourceMask.mask(of: known.source) == sourceMask else {
            summary.reject(RejectedRecord(position: record.position, .idInUse))
            return
        }
        if isUnknown { try adopt(record, row: known.row) }
        rows.add(known.row)
        let isChanged = try update(known.row, to: record)
        if isUnknown {
            summary.merged += 1
        } else if isChanged || known.hasFingerprint {
            summary.updated += 1
        } else {
            summary.unchanged += 1
        }
    }

    /// Writes a known record, and returns whether its row has changed.
    private mutating func update(_ row: Int64, to record: ReadRecord) throws -> Bool {
        let isSplit = try music.isShared(row, byOthersThan: sourceMask, unlike: record)
        if isSplit {
            guard try split(record, from: row) else { return true }
        }
        let isChanged = try music.update(row: row, to: record, from: sourceMask)
        updateRecord.bind(record.fingerprint, to: "fingerprint")
        updateRecord.bind(record.id.stored, to: "id")
        try updateRecord.run()
        return isSplit || isChanged
    }

    /// Takes over a record whose source a repair could not read.
    private mutating func adopt(_ record: ReadRecord, row: Int64) throws {
        let source = SourceMask.source(of: sourceMask)
        try db.execute(sql: "UPDATE record SET source = \(source) WHERE id = \(record.id.stored)")
        try music.join(row: row, source: sourceMask)
    }

    /// Splits a merged row after one of its sources has changed its record.
    ///
    /// The primary source keeps the row; the others are synced again. Returns whether this source is the primary.
    private mutating func split(_ record: ReadRecord, from row: Int64) throws -> Bool {
        if try music.isProvided(row, by: sourceMask) {
            let others = "SELECT source FROM record WHERE row = \(row) AND id <> \(record.id.stored)"
            try db.execute(
                sql: """
                    UPDATE source SET revision = \(MusicTable.outdatedRevision), records = records - 1 WHERE id IN (\(others));
                    DELETE FROM record WHERE row = \(row) AND id <> \(record.id.stored);
                    UPDATE music SET sources = \(sourceMask) WHERE row = \(row);
                    """)
            return true
        }
        try db.execute(
            sql: """
                DELETE FROM record WHERE id = \(record.id.stored);
                UPDATE source SET revision = \(MusicTable.outdatedRevision) WHERE id IN (SELECT record.source FROM record JOIN music USING (row)
                    WHERE row = \(row) AND audio GLOB 'file:*');
                UPDATE record SET fingerprint = NULL WHERE row IN (
                    SELECT row FROM music WHERE row = \(row) AND audio GLOB 'file:*');
                UPDATE music SET sources = sources & ~\(sourceMask), audio = \(MusicTable.audio(without: SourceMask.source(of: sourceMask)))
                    WHERE row = \(row);
                """)
        try add(record)
        return false
    }

    /// Adds a record; returns whether it joined music of another source.
    @discardableResult
    private mutating func add(_ record: ReadRecord) throws -> Bool {
        let row: Int64
        let same = try isInitialImport ? nil : music.row(of: record, from: sourceMask)
        if let same {
            row = same
            try music.join(row: row, source: sourceMask)
            try music.update(row: row, to: record, from: sourceMask)
        } else {
            row = try music.insert(record, from: sourceMask)
        }
        insertRecord.bind(record.id.stored, to: "id")
        insertRecord.bind(record.fingerprint, to: "fingerprint")
        insertRecord.bind(row, to: "row")
        try insertRecord.run()
        rows.add(row)
        if hasHeldBookmarks {
            releaseHeldBookmark.bind(record.id.stored, to: "id")
            try releaseHeldBookmark.run()
            if db.changesCount > 0 { try music.bookmark(row: row) }
        }
        return same != nil
    }
}
