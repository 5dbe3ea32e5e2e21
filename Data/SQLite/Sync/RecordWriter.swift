import FermataDomain
import Foundation
import GRDB

/// Writes the records of a sync in one transaction.
struct RecordWriter {
    private(set) var summary: SyncSummary
    private let db: Database
    private let detector: SyncConflictDetector
    private let source: Int64
    private let sourceMask: Int64
    private let isInitialImport: Bool
    private let held: HeldAnnotations
    private let seen: SeenRecords
    private let findRecord: RawStatement
    private let insertRecord: RawStatement
    private let updateRecord: RawStatement
    private let findOwner: RawStatement
    private let findOthers: RawStatement
    private let music: MusicTable
    private let recordings: RecordingTable
    private let merged: MergedRecordTable
    private let references: MusicReferences
    private let bookmarks: BookmarkWriter
    private let ratings: RatingWriter
    private let stars: StarRecordWriter
    private let plays: PlayCounts

    init(
        _ db: Database, detector: SyncConflictDetector, isInitialImport: Bool, now: Date, summary: SyncSummary
    ) throws {
        self.db = db
        self.detector = detector
        source = detector.id
        sourceMask = SourceMask.mask(of: source)
        self.isInitialImport =
            try isInitialImport
            && InitialImport.continues(added: summary.added, isOnlySync: detector.isOnlySync, in: db)
        self.summary = summary
        held = try HeldAnnotations(db)
        seen = try SeenRecords(db, detector: detector)
        findRecord = try RawStatement(db, "SELECT source, row, fingerprint FROM record WHERE id = :id")
        insertRecord = try RawStatement(db, RecordTable.insertion(source: source))
        updateRecord = try RawStatement(db, RecordTable.setFingerprint)
        findOwner = try RawStatement(
            db,
            """
            SELECT 1 FROM music WHERE row = :row AND (id = :id OR sources & -sources = \(sourceMask)
                AND NOT EXISTS (SELECT 1 FROM record WHERE record.id = music.id AND record.row = music.row))
            """)
        findOthers = try RawStatement(db, "SELECT 1 FROM record WHERE row = :row AND id <> :id LIMIT 1")
        music = try MusicTable(db, sourceMask: sourceMask, now: now, isInitialImport: self.isInitialImport)
        recordings = try RecordingTable(db, sourceMask: sourceMask)
        merged = try MergedRecordTable(db)
        references = MusicReferences(db)
        bookmarks = try BookmarkWriter(db)
        ratings = try RatingWriter(db)
        stars = try StarRecordWriter(db, detector: detector)
        plays = try PlayCounts(db)
    }

    mutating func write(_ records: [PreparedRecord], rejected: [RejectedRecord]) throws {
        rejected.forEach { summary.reject($0) }
        for case .rejected(let record) in records { summary.reject(record) }
        let before = summary.added + summary.merged
        for record in records {
            switch record {
            case .unchanged(let id, let position):
                if try seen.rejectRepeated(id.stored, position: position, in: &summary) { continue }
                summary.unchanged += 1
            case .parsed(let record):
                if try seen.rejectRepeated(record.id.stored, position: record.position, in: &summary) { continue }
                if record.music.isShortened { summary.shortenedCount += 1 }
                try write(record)
            case .rejected: continue
            }
        }
        try SourceTable.addRecords(summary.added + summary.merged - before, to: source, in: db)
        try db.notifyChanges(in: Table("music"))
    }

    /// Writes a record, or rejects one whose id another source has.
    private mutating func write(_ record: ParsedRecord) throws {
        findRecord.bind(["id": .integer(record.id.stored)])
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
            if try add(record) {
                summary.merged += 1
            } else {
                if !isInitialImport { try seen.setAdded(record.id.stored) }
                summary.added += 1
            }
            return
        }
        let isUnknown = known.source == SourceMask.unknownSource
        guard isUnknown || SourceMask.mask(of: known.source) == sourceMask else {
            return summary.reject(RejectedRecord(position: record.position, .idInUse))
        }
        if isUnknown {
            try RecordTable.setSource(source, of: record.id, in: db)
            try music.join(row: known.row)
        }
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
    private mutating func update(_ row: Int64, to record: ParsedRecord) throws -> Bool {
        let hasSameID = try recordings.isSame(record, asOthersOf: row)
        let isSplit = try !(hasSameID ?? music.isAlike(record, othersOf: row))
        if isSplit {
            guard try split(record, from: row) else { return true }
        } else if try recordings.hasLostID(record) {
            try readOthersAgain(than: record, of: row)
        }
        if isSplit || hasSameID == nil, let other = try recordings.row(of: record) {
            if try hasOthers(than: record, in: row) || !references.contain(row) {
                try move(record, from: row, to: other)
                return true
            }
            // The next syncs of the other sources move their records to this row.
            if try !references.contain(other) { try readOthersAgain(than: record, of: other) }
        }
        let isChanged = try music.update(row: row, to: record)
        try updateRecord.bind(["fingerprint": .integer(record.fingerprint), "id": .integer(record.id.stored)]).run()
        try recordings.set(record, row: row)
        try merged.set(record, row: row)
        try stars.update(record)
        return isSplit || isChanged
    }

    /// Adds a record; returns whether it joined music of another source.
    ///
    /// `former` are the annotations of the row that the record has left.
    @discardableResult
    private func add(
        _ record: ParsedRecord, to other: Int64? = nil, with former: SongAnnotations? = nil
    ) throws -> Bool {
        let same = try isInitialImport ? nil : other ?? self.row(of: record)
        let annotations = try held.remove(record).merged(with: former)
        let state = try stars.state(of: record, rating: annotations.rating)
        let row: Int64
        if let same {
            row = same
            try set(annotations, of: row)
            try merged.copy(row: row)
            try music.join(row: row)
            try music.update(row: row, to: record)
            try merged.set(record, row: row)
        } else {
            row = try music.insert(
                record, isBookmarked: annotations.isBookmarked, rating: former == nil ? state.value : annotations.rating
            )
        }
        try insertRecord.bind([
            "id": .integer(record.id.stored), "fingerprint": .integer(record.fingerprint), "row": .integer(row),
        ]).run()
        if same != nil {
            try stars.join(record)
        } else if former != nil {
            try stars.update(record)
        } else {
            try stars.add(record, state)
        }
        if record.music.recording != nil { try recordings.set(record, row: row) }
        if !isInitialImport { try plays.update(row: row) }
        return same != nil
    }

    /// The row of a new record: one with its id, or the same recording from another source.
    private func row(of record: ParsedRecord) throws -> Int64? {
        guard let row = try music.row(withID: record.id) else {
            return try recordings.row(of: record) ?? music.row(like: record)
        }
        if try removeOthersOfSource(than: record, from: row) { detector.deferRecord() }
        if try !(recordings.isSame(record, asOthersOf: row) ?? music.isAlike(record, othersOf: row)) {
            try separateOthers(than: record, from: row)
        }
        return row
    }

    /// Adds annotations to a row; its own rating stays.
    private func set(_ annotations: SongAnnotations, of row: Int64) throws {
        if annotations.isBookmarked { try bookmarks.set(true, row: row) }
        guard let rating = annotations.rating, try self.annotations(of: row).rating == nil else { return }
        try ratings.set(rating, row: row)
    }

    private func annotations(of row: Int64) throws -> SongAnnotations {
        let find = "SELECT bookmarked, rating FROM music WHERE row = :row"
        return try RawStatement(db, find, ["row": .integer(row)], isCached: true).first(SongAnnotations.init)
            ?? SongAnnotations()
    }
}

/// What a person has set on a song.
struct SongAnnotations {
    var isBookmarked = false
    var rating: Rating?

    init() {}

    init(_ row: RawStatement) {
        isBookmarked = row.integer("bookmarked") == 1
        rating = row.optionalInteger("rating").flatMap(Rating.init)
    }

    /// The annotations of one song that two songs become; of two ratings, the own one stays.
    func merged(with other: SongAnnotations?) -> SongAnnotations {
        var merged = self
        merged.isBookmarked = isBookmarked || other?.isBookmarked == true
        merged.rating = rating ?? other?.rating
        return merged
    }
}

/// The annotations of songs that are not in the library.
final class HeldAnnotations {
    private let hasBookmarks: Bool
    private let hasRatings: Bool
    private let renameTime: RawStatement
    private let deleteBookmark: RawStatement
    private let findRating: RawStatement
    private let deleteRating: RawStatement

    init(_ db: Database) throws {
        (hasBookmarks, hasRatings) = (try !db.isEmpty("held_bookmark"), try !db.isEmpty("held_rating"))
        renameTime = try RawStatement(db, HeldBookmarkTable.renaming)
        deleteBookmark = try RawStatement(db, HeldBookmarkTable.deletion)
        findRating = try RawStatement(db, HeldRatingTable.selection)
        deleteRating = try RawStatement(db, HeldRatingTable.deletion)
    }

    /// Removes and returns the annotations of a song that returns as a record.
    func remove(_ record: ParsedRecord) throws -> SongAnnotations {
        var found = SongAnnotations()
        if hasBookmarks {
            try renameTime.bind(["id": .integer(record.id.stored)]).run()
            found.isBookmarked = try deleteBookmark.bind(["id": .integer(record.id.stored)]).run()
        }
        guard hasRatings else { return found }
        findRating.bind(["id": .integer(record.id.stored)])
        found.rating = try findRating.first { $0.optionalInteger("rating") }.flatMap { $0 }.flatMap(Rating.init)
        if found.rating != nil { try deleteRating.bind(["id": .integer(record.id.stored)]).run() }
        return found
    }
}

/// Separates records from rows that other sources share, and moves them to other rows.
extension RecordWriter {
    /// Splits a merged row after one of its sources has changed its record; returns whether that record keeps the row.
    ///
    /// It does if the row has its id, or if its source is the primary one and the record with the row's id has left.
    private func split(_ record: ParsedRecord, from row: Int64) throws -> Bool {
        let isOwner = try findOwner.bind(["row": .integer(row), "id": .integer(record.id.stored)]).hasRow()
        if isOwner {
            try removeOthers(than: record, from: row)
        } else {
            let former = try storedAnnotations(of: record, in: row)
            try remove(record, from: row)
            try copyTime(of: former, in: row, to: record)
            try add(record, with: former)
        }
        try plays.update(row: row)
        return isOwner
    }

    /// Moves a record to a row whose records have its recording's id.
    private func move(_ record: ParsedRecord, from row: Int64, to other: Int64) throws {
        let former = try storedAnnotations(of: record, in: row)
        if try hasOthers(than: record, in: row) {
            try remove(record, from: row)
            try copyTime(of: former, in: row, to: record)
        } else {
            try remove(record, with: row, movingTo: other)
        }
        try add(record, to: other, with: former)
        try plays.update(row: row)
    }

    /// Whether a row has other records.
    private func hasOthers(than record: ParsedRecord, in row: Int64) throws -> Bool {
        try findOthers.bind(["row": .integer(row), "id": .integer(record.id.stored)]).hasRow()
    }

    /// The annotations of a row that the source of a record in it stores or may store; empty for other sources.
    private func storedAnnotations(of record: ParsedRecord, in row: Int64) throws -> SongAnnotations {
        let find = "SELECT 1 FROM star WHERE record = ?"
        let isStored = try Row.fetchOne(db, sql: find, arguments: [record.id.stored]) != nil
        return isStored ? try annotations(of: row) : SongAnnotations()
    }

    /// Gives a record that leaves a row with its bookmark the time of that.
    private func copyTime(of annotations: SongAnnotations, in row: Int64, to record: ParsedRecord) throws {
        guard annotations.isBookmarked else { return }
        try db.execute(sql: BookmarkTimeTable.copy(row: row, to: "\(record.id.stored)"))
    }

    /// Removes the other records of a row. The next syncs of their sources add them again.
    private func removeOthers(than record: ParsedRecord, from row: Int64) throws {
        let others = "row = \(row) AND id <> \(record.id.stored)"
        try db.execute(
            sql: """
                \(BookmarkTimeTable.gather(row: row, under: "\(record.id.stored)"));
                \(SourceTable.subtraction(of: others));
                \(SourceTable.readAgain("SELECT source FROM record WHERE \(others)"));
                \(MergedRecordTable.deletion(of: "\(record.id.stored)"));
                \(RecordTable.deletion(of: "SELECT id FROM record WHERE \(others)"));
                \(MusicTable.keepOnly(source, of: row));
                """)
    }

    /// Removes the records of other sources from a row, because a new record with the row's id is another song.
    ///
    /// The next syncs of their sources add them again, with the row's bookmark, rating, plays, download and places in the
    /// queue and in playlists.
    private func separateOthers(than record: ParsedRecord, from row: Int64) throws {
        let others = "SELECT id FROM record WHERE row = \(row) AND id <> \(record.id.stored)"
        guard let other = try Int64.fetchOne(db, sql: "\(others) ORDER BY id LIMIT 1") else { return }
        let id = record.id.stored
        let bookmarked =
            "SELECT id, \(other) FROM (\(others)) WHERE (SELECT bookmarked FROM music WHERE row = \(row)) = 1"
        let rated =
            "SELECT other.id, \(other), rating FROM (\(others)) AS other JOIN music ON music.row = \(row) AND rating > 0"
        try db.execute(
            sql: """
                \(HeldBookmarkTable.insertion(of: bookmarked));
                \(HeldRatingTable.insertion(of: rated));
                \(HistoryTable.renaming("\(other)", from: "\(id)"));
                \(SavedPositionTable.renaming("\(other)", from: "\(id)"));
                \(PlaybackTable.renaming("\(other)", from: "\(id)"));
                \(QueueUndo.renaming("\(other)", from: "\(id)"));
                \(PlaylistTable.renaming(by: "SELECT \(id) AS former, \(other) AS id"));
                \(DownloadTable.renaming("\(other)", from: "\(id)"));
                """)
        try removeOthers(than: record, from: row)
        try db.execute(sql: BookmarkTimeTable.renaming("\(other)", from: "\(id)"))
        try bookmarks.set(false, row: row)
        try ratings.set(nil, row: row)
    }

    /// Removes the other records of the source from a row, and returns whether there was one. The next sync adds them.
    private func removeOthersOfSource(than record: ParsedRecord, from row: Int64) throws -> Bool {
        let others = "FROM record WHERE row = \(row) AND source = \(source) AND id <> \(record.id.stored)"
        let count = try Int.fetchOne(db, sql: "SELECT count(*) \(others)") ?? 0
        guard count > 0 else { return false }
        try SourceTable.addRecords(-count, to: source, in: db)
        try db.execute(sql: RecordTable.deletion(of: "SELECT id \(others)"))
        return true
    }

    /// Removes a record from a row. The next syncs read the records of the row's other sources.
    ///
    /// The record's star stays: the record gets another row at once.
    private func remove(_ record: ParsedRecord, from row: Int64) throws {
        let staying = "(SELECT min(id) FROM record WHERE row = \(row) AND id <> \(record.id.stored))"
        try db.execute(
            sql: """
                \(BookmarkTimeTable.gather(row: row, under: staying));
                \(RecordTable.deletionWithoutStars(of: "\(record.id.stored)"));
                \(MusicTable.leave(source, rows: "\(row)"));
                \(MergedRecordTable.clean(rows: "\(row)"))
                """)
        try readOthersAgain(than: record, of: row)
    }

    /// Makes the next syncs read the other records of a row.
    private func readOthersAgain(than record: ParsedRecord, of row: Int64) throws {
        try db.execute(sql: ReadAgain.records(where: "row = \(row) AND id <> \(record.id.stored)"))
    }

    /// Removes a record and its row, which no other source shares. Annotations, download and places in playlists move to
    /// another row.
    ///
    /// The record's star stays: the record gets the other row at once.
    private func remove(_ record: ParsedRecord, with row: Int64, movingTo target: Int64) throws {
        let isOld = "row = \(row)"
        try db.execute(sql: RecordTable.deletionWithoutStars(of: "\(record.id.stored)"))
        try set(annotations(of: row), of: target)
        let id = "(SELECT id FROM music WHERE row = \(target))"
        try db.execute(
            sql: """
                \(DownloadTable.renaming(id, from: "SELECT id FROM music WHERE \(isOld)"));
                \(PlaylistTable.renaming(by: "SELECT id AS former, \(id) AS id FROM music WHERE \(isOld)"));
                \(BookmarkTimeTable.renaming(id, from: "SELECT id FROM music WHERE \(isOld)"));
                \(MusicTable.deletion(of: "\(row)"))
                """)
    }
}

/// The songs to which other tables refer by `music.id`.
final class MusicReferences {
    /// A `SELECT` of the ids of songs that are in the queue or the subject of a to-do.
    static let ids = """
        SELECT song FROM queue UNION ALL SELECT music FROM todo WHERE music IS NOT NULL
        UNION ALL SELECT music FROM undo_todo WHERE music IS NOT NULL
        """
    private let db: Database
    private lazy var ids = Result { try Set(Int64.fetchAll(db, sql: Self.ids)) }

    init(_ db: Database) {
        self.db = db
    }

    /// Whether the song of a row is in the queue or the subject of a to-do.
    ///
    /// The first call reads all references, later ones are O(log n) for n songs.
    func contain(_ row: Int64) throws -> Bool {
        let ids = try ids.get()
        if ids.isEmpty { return false }
        let id = try Int64.fetchOne(db, sql: "SELECT id FROM music WHERE row = ?", arguments: [row])
        return id.map(ids.contains) ?? false
    }
}
