import FermataDomain
import Foundation
import GRDB

/// Writes the records of a sync in one transaction.
struct RecordWriter {
    private(set) var summary: SyncSummary
    private let db: Database
    private let detector: SyncConflictDetector
    private let sourceMask: Int64
    private let isInitialImport: Bool
    private let hasWaitingBookmarks: Bool
    private let seen: SeenRecords
    private let findRecord: RawStatement
    private let insertRecord: RawStatement
    private let updateRecord: RawStatement
    private let deleteWaitingBookmark: RawStatement
    private let music: MusicTable
    private let recordings: RecordingTable
    private let merged: MergedRecordTable
    private let references: MusicReferences
    private let splitting: RecordSplit
    private let stars: StarWriter
    private let plays: PlayCounts

    init(
        _ db: Database, detector: SyncConflictDetector, isInitialImport: Bool, now: Date, summary: SyncSummary
    ) throws {
        self.db = db
        self.detector = detector
        sourceMask = SourceMask.mask(of: detector.id)
        let isInitialImport =
            try isInitialImport
            && InitialImport.continues(added: summary.added, isOnlySync: detector.isOnlySync, in: db)
        self.isInitialImport = isInitialImport
        self.summary = summary
        let source = detector.id
        hasWaitingBookmarks = try Row.fetchOne(db, sql: "SELECT 1 FROM held_bookmark LIMIT 1") != nil
        seen = try SeenRecords(db, table: "seen_\(source)", detector: detector)
        findRecord = try RawStatement(db, "SELECT source, row, fingerprint FROM record WHERE id = :id")
        insertRecord = try RawStatement(
            db, "INSERT INTO record(id, source, fingerprint, row) VALUES (:id, \(source), :fingerprint, :row)")
        updateRecord = try RawStatement(db, "UPDATE record SET fingerprint = :fingerprint WHERE id = :id")
        deleteWaitingBookmark = try RawStatement(
            db, "DELETE FROM held_bookmark WHERE music = (SELECT music FROM held_bookmark WHERE id = :id)")
        music = try MusicTable(db, now: now)
        recordings = try RecordingTable(db)
        merged = try MergedRecordTable(db)
        references = MusicReferences(db)
        splitting = try RecordSplit(db, sourceMask: sourceMask)
        stars = try StarWriter(db, source: source)
        plays = try PlayCounts(db)
    }

    mutating func write(_ batch: PreparedBatch) throws {
        batch.rejected.forEach { summary.reject($0) }
        let before = summary.added + summary.merged
        for record in batch.records {
            switch record {
            case .unchanged(let id, let position):
                if try seen.rejectRepeated(id.stored, position: position, in: &summary) { continue }
                summary.unchanged += 1
            case .read(let record):
                if try seen.rejectRepeated(record.id.stored, position: record.position, in: &summary) { continue }
                if record.music.isShortened { summary.shortenedCount += 1 }
                let isWritten = try write(record)
                if isWritten, record.music.needsKey { try stars.add(record: record.id.stored, key: record.music.key) }
            }
        }
        try db.execute(
            sql: "UPDATE source SET records = records + ? WHERE id = ?",
            arguments: [summary.added + summary.merged - before, SourceMask.source(of: sourceMask)])
        try db.notifyChanges(in: Table("music"))
    }

    /// Returns false for a record whose id another source has.
    private mutating func write(_ record: ReadRecord) throws -> Bool {
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
            return true
        }
        let isUnknown = known.source == SourceMask.unknownSource
        guard isUnknown || SourceMask.mask(of: known.source) == sourceMask else {
            summary.reject(RejectedRecord(position: record.position, .idInUse))
            return false
        }
        if isUnknown { try adopt(record, row: known.row) }
        let isChanged = try update(known.row, to: record)
        if isUnknown {
            summary.merged += 1
        } else if isChanged || known.hasFingerprint {
            summary.updated += 1
        } else {
            summary.unchanged += 1
        }
        return true
    }

    /// Writes a known record, and returns whether its row has changed.
    private mutating func update(_ row: Int64, to record: ReadRecord) throws -> Bool {
        let hasSameID = try recordings.isSame(record, asOthersOf: row)
        let isSplit = try !(hasSameID ?? isAlike(record, othersOf: row))
        if isSplit {
            guard try split(record, from: row) else { return true }
        } else if try recordings.hasLostID(record) {
            try splitting.readOthersAgain(than: record, of: row)
        }
        if isSplit || hasSameID == nil, let other = try recordings.row(of: record, from: sourceMask) {
            if try splitting.hasOthers(than: record, in: row) || !references.contain(row) {
                try move(record, from: row, to: other)
                return true
            }
            // The next syncs of the other sources move their records to this row.
            if try !references.contain(other) { try splitting.readOthersAgain(than: record, of: other) }
        }
        let isChanged = try music.update(row: row, to: record, from: sourceMask)
        updateRecord.bind(record.fingerprint, to: "fingerprint")
        updateRecord.bind(record.id.stored, to: "id")
        try updateRecord.run()
        try recordings.set(record, row: row)
        try merged.set(record, row: row)
        return isSplit || isChanged
    }

    /// Whether a record has the texts and the duration of a row that other sources share, or none shares it.
    private func isAlike(_ record: ReadRecord, othersOf row: Int64) throws -> Bool {
        try !music.isShared(row, byOthersThan: sourceMask, unlike: record)
    }

    /// Assigns this source to a record whose source a repair could not read.
    private mutating func adopt(_ record: ReadRecord, row: Int64) throws {
        let source = SourceMask.source(of: sourceMask)
        try db.execute(sql: "UPDATE record SET source = \(source) WHERE id = \(record.id.stored)")
        try music.join(row: row, source: sourceMask)
    }

    /// Splits a merged row after one of its sources has changed its record; returns whether that record keeps the row.
    private mutating func split(_ record: ReadRecord, from row: Int64) throws -> Bool {
        if try splitting.isOwner(record, of: row) {
            try splitting.removeOthers(than: record, from: row)
            try plays.update(row: row)
            return true
        }
        let isStarred = try splitting.isStarred(record, in: row)
        try splitting.remove(record, from: row)
        try add(record, isBookmarked: isStarred)
        try plays.update(row: row)
        return false
    }

    /// Moves a record to a row whose records have its recording's id.
    private mutating func move(_ record: ReadRecord, from row: Int64, to other: Int64) throws {
        let isStarred = try splitting.isStarred(record, in: row)
        if try splitting.hasOthers(than: record, in: row) {
            try splitting.remove(record, from: row)
        } else {
            try splitting.remove(record, with: row, movingTo: other)
        }
        try add(record, to: other, isBookmarked: isStarred)
        try plays.update(row: row)
    }

    /// Adds a record; returns whether it joined music of another source.
    @discardableResult
    private mutating func add(
        _ record: ReadRecord, to other: Int64? = nil, isBookmarked wasBookmarked: Bool = false
    ) throws -> Bool {
        let row: Int64
        let same = try isInitialImport ? nil : other ?? self.row(of: record)
        let isReleased = try restoresWaitingBookmark(of: record)
        let isBookmarked = isReleased || wasBookmarked
        if let same {
            row = same
            if isBookmarked { try music.bookmark(row: row) }
            try merged.copy(row: row)
            try music.join(row: row, source: sourceMask)
            try music.update(row: row, to: record, from: sourceMask)
            try merged.set(record, row: row)
        } else {
            row = try music.insert(record, from: sourceMask, isBookmarked: isBookmarked)
        }
        insertRecord.bind(record.id.stored, to: "id")
        insertRecord.bind(record.fingerprint, to: "fingerprint")
        insertRecord.bind(row, to: "row")
        try insertRecord.run()
        if same != nil, record.music.needsKey { try stars.forgetMissingStar(ofJoined: record.id.stored) }
        if record.music.recording != nil { try recordings.set(record, row: row) }
        if !isInitialImport { try plays.update(row: row) }
        return same != nil
    }

    /// The row of a new record: one with its id, or the same recording from another source.
    private func row(of record: ReadRecord) throws -> Int64? {
        guard let row = try music.row(withID: record.id) else {
            return try recordings.row(of: record, from: sourceMask) ?? music.row(like: record, from: sourceMask)
        }
        if try splitting.removeOthersOfSource(than: record, from: row) { detector.deferRecord() }
        if try !(recordings.isSame(record, asOthersOf: row) ?? isAlike(record, othersOf: row)) {
            try splitting.separateOthers(than: record, from: row)
        }
        return row
    }

    private func restoresWaitingBookmark(of record: ReadRecord) throws -> Bool {
        guard hasWaitingBookmarks else { return false }
        deleteWaitingBookmark.bind(record.id.stored, to: "id")
        try deleteWaitingBookmark.run()
        return db.changesCount > 0
    }
}
