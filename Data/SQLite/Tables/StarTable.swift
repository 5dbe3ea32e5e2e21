package import FermataDomain
import GRDB

/// An annotation as the library stores it: its value in `music`, and its state of each record in `star`.
package protocol StoredAnnotation: Annotation {
    static var columns: AnnotationColumns { get }
    /// Whether the records of sources state the annotation, so that a delivery changes them.
    static var isInRecords: Bool { get }
    /// Whether `bookmark_time` has the times of the annotation.
    static var hasTimes: Bool { get }

    /// Reads a stored number.
    init(stored: Int64)
    /// The value as a number; 0 if it is empty.
    var stored: Int64 { get }
}

/// The columns of an annotation, and its value in a row of `music`.
package struct AnnotationColumns: Sendable {
    let known, change, delivery: String
    /// The value as a number that is not null.
    let value: String
    /// The change of a row of `music` to the value `:value`.
    let setValue: String

    /// A condition on rows of `star`: a change has to be sent.
    var isWaiting: String {
        "\(change) IS NOT NULL AND \(delivery) <> \(StarState.Delivery.accepted.rawValue)"
    }

    /// The value of the song of a row of `star`.
    fileprivate var current: String {
        "(SELECT \(value) FROM record JOIN music ON music.row = record.row WHERE record.id = star.record)"
    }

    /// A condition on rows of `star`: a change back to the source's state ends the change.
    fileprivate var endsChange: String { "coalesce(\(delivery), 0) = 0 AND \(known) IS :value" }
}

extension Bool: StoredAnnotation {
    package static let columns = AnnotationColumns(
        known: "known", change: "change", delivery: "delivery", value: "music.bookmarked",
        setValue: "bookmarked = :value")
    package static var isInRecords: Bool { false }
    package static var hasTimes: Bool { true }

    package init(stored: Int64) { self = stored != 0 }

    package var stored: Int64 { self ? 1 : 0 }
}

extension Optional: StoredAnnotation where Wrapped == Rating {
    package static let columns = AnnotationColumns(
        known: "known_rating", change: "rating_change", delivery: "rating_delivery",
        value: "ifnull(music.rating, 0)", setValue: "rating = nullif(:value, 0)")
    package static var isInRecords: Bool { true }
    package static var hasTimes: Bool { false }

    package init(stored: Int64) { self = Rating(rawValue: Int(stored)) }

    package var stored: Int64 { self.map { Int64($0.rawValue) } ?? 0 }
}

/// The table `star`: what the sources that store stars and ratings know of songs, and the changes that wait for them.
///
/// Each row stores an `AnnotationState` of both; the value of the state is that of the record's song. `update` runs any
/// transition of one state. A statement here makes the same transition of many rows; a test compares both.
enum StarTable {
    /// The number of changes that have to be sent to the source of a row of `source`.
    static let waitingCount = [Bool.columns, Rating?.columns].map {
        "(SELECT count(*) FROM star WHERE star.source = source.id AND \($0.isWaiting))"
    }.joined(separator: " + ")

    /// The number of the next change, greater than those of the changes that wait or were sent to the present sources.
    fileprivate static let nextChange = """
        (1 + max((SELECT coalesce(max(change), 0) FROM star WHERE change IS NOT NULL),
            (SELECT coalesce(max(rating_change), 0) FROM star WHERE rating_change IS NOT NULL),
            (SELECT coalesce(max(stars), 0) FROM source)))
        """

    /// A `set` of all songs whose annotation is about to change to `:value`.
    ///
    /// `rows` is a list of rows of music or a `SELECT` of them. To be called by `AnnotationWriter` only.
    static func change(_ columns: AnnotationColumns, of rows: String) -> String {
        """
        UPDATE star
            SET \(columns.change) = iif(\(columns.endsChange), NULL, \(nextChange)),
                \(columns.delivery) = iif(\(columns.endsChange), NULL, min(coalesce(\(columns.delivery), 0), 1))
            WHERE source IN (\(SourceTable.storingAnnotations)) AND record IN (
                SELECT record.id FROM record JOIN music USING (row)
                    WHERE music.row IN (\(rows)) AND \(columns.value) <> :value)
        """
    }

    /// Runs a transition of the state of a record, if it has one, and returns its value after it.
    ///
    /// The caller stores the value if it has changed.
    @discardableResult
    static func update<Value: StoredAnnotation>(
        _ record: MusicID, in db: Database, _ transition: (_ state: inout AnnotationState<Value>, _ next: Int) -> Void
    ) throws -> Value? {
        let columns = Value.columns
        let find = try RawStatement(
            db,
            """
            SELECT \(columns.known) AS known, \(columns.change) AS change, \(columns.delivery) AS delivery,
                    \(columns.current) AS value, \(nextChange) AS next
                FROM star WHERE record = :record
            """, ["record": .integer(record.stored)], isCached: true)
        let found = try find.first { (state: storedState($0) as AnnotationState<Value>, next: Int($0.integer("next"))) }
        guard let found else { return nil }
        var state = found.state
        transition(&state, found.next)
        if state == found.state { return state.value }
        try RawStatement(
            db,
            """
            UPDATE star SET \(columns.known) = :known, \(columns.change) = :change, \(columns.delivery) = :delivery
                WHERE record = :record
            """,
            [
                "known": SQLValue(state.known?.stored), "change": SQLValue(state.change?.number),
                "delivery": SQLValue(state.change?.delivery.rawValue), "record": .integer(record.stored),
            ], isCached: true
        ).run()
        return state.value
    }

    private static func storedState<Value: StoredAnnotation>(_ row: RawStatement) -> AnnotationState<Value> {
        let delivery = row.optionalInteger("delivery").flatMap { AnnotationState<Value>.Delivery(rawValue: $0) }
        return AnnotationState(
            Value(stored: row.integer("value")), known: row.optionalInteger("known").map { Value(stored: Int64($0)) },
            change: row.optionalInteger("change").map { .init(number: $0, delivery: delivery ?? .sent) })
    }

    /// Returns changes that a source has not accepted, in the order they were made.
    static func waiting<Value: StoredAnnotation>(
        of source: Int64, after last: AnnotationChange<Value>?, limit: Int, in db: Database
    ) throws -> [AnnotationChange<Value>] {
        let columns = Value.columns
        return try RawStatement(
            db,
            """
            SELECT record, key, \(columns.change) AS number, \(columns.current) AS value FROM star
                WHERE \(columns.isWaiting) AND (\(columns.change), record) > (:change, :record) AND source = \(source)
                ORDER BY \(columns.change), record LIMIT \(max(0, limit))
            """,
            ["change": .integer(Int64(last?.number ?? 0)), "record": .integer(last?.record.stored ?? .min)]
        ).all {
            AnnotationChange(
                record: MusicID(stored: $0.integer("record")), key: $0.text("key"),
                Value(stored: $0.integer("value")), number: Int($0.integer("number")))
        }
    }

    /// Counts a delivery or a read of a source, and keeps the numbers of sent changes from being used again.
    static func count(_ source: Int64, in db: Database) throws {
        try SourceTable.setStars(nextChange, of: source, in: db)
    }

    /// Statements that `join` records; `records` is a list of ids or a `SELECT` of them.
    static func join(of records: String) -> String {
        "\(join(Bool.columns, of: records)); \(join(Rating?.columns, of: records))"
    }

    fileprivate static func join(_ columns: AnnotationColumns, of records: String) -> String {
        """
        UPDATE star SET \(columns.known) = NULL
            WHERE record IN (\(records)) AND \(columns.known) = 0 AND \(columns.change) IS NULL
                AND \(columns.current) <> 0
        """
    }

    /// A `forget` of all songs of a source.
    static func forget(source: Int64, in db: Database) throws {
        try db.execute(sql: "UPDATE star SET known = NULL, known_rating = NULL WHERE source = \(source)")
    }

    /// A statement that removes the states of records; `records` is a list of ids or a `SELECT` of them.
    static func deletion(of records: String) -> String { "DELETE FROM star WHERE record IN (\(records))" }

    /// Statements that restore the references and values of a repaired library.
    static let repair = """
        DELETE FROM star WHERE record NOT IN (SELECT id FROM record);
        UPDATE star SET source = record.source FROM record WHERE record.id = star.record;
        UPDATE star SET known = NULL WHERE known NOT IN (0, 1);
        UPDATE star SET delivery = 1 WHERE delivery NOT IN (0, 1, 2);
        UPDATE star SET known_rating = NULL WHERE known_rating NOT BETWEEN 0 AND 5;
        UPDATE star SET rating_delivery = 1 WHERE rating_delivery NOT IN (0, 1, 2);
        """
}

/// Writes the rows of `star` for the records that a sync of a source reads, with the ratings that these state.
final class StarRecordWriter {
    private let db: Database
    private let detector: SyncConflictDetector
    /// Whether the source's ratings are not older than those that the library knows.
    private let isCurrent: Bool
    /// Whether the source stores stars and ratings. Otherwise, the rows only have the keys of its songs.
    private let storesAnnotations: Bool
    private let nextChange: RawStatement
    private let insert: RawStatement
    private let joins: [RawStatement]
    private let findRating: RawStatement
    private let ratings: RatingWriter

    init(_ db: Database, detector: SyncConflictDetector) throws {
        (self.db, self.detector, isCurrent) = (db, detector, try detector.hasSameStars(in: db))
        storesAnnotations = try RawStatement(
            db, "SELECT 1 WHERE \(detector.id) IN (\(SourceTable.storingAnnotations))"
        ).hasRow()
        nextChange = try RawStatement(db, "SELECT \(StarTable.nextChange)")
        insert = try RawStatement(
            db,
            """
            INSERT INTO star(record, source, key, known_rating, rating_change, rating_delivery)
                VALUES (:record, \(detector.id), :key, :known, :change, :delivery)
                ON CONFLICT (record) DO UPDATE SET source = excluded.source, key = excluded.key
                    WHERE (source, key) IS NOT (excluded.source, excluded.key)
            """)
        joins = try [Bool.columns, Rating?.columns].map { try RawStatement(db, StarTable.join($0, of: ":record")) }
        findRating = try RawStatement(
            db,
            """
            SELECT 1 FROM record JOIN music USING (row) LEFT JOIN star ON star.record = record.id
                WHERE record.id = :record
                    AND (music.rating IS NOT NULL OR known_rating <> 0 OR rating_change IS NOT NULL)
            """)
        ratings = try RatingWriter(db, rows: "SELECT row FROM record WHERE id = :record")
    }

    /// The state of a song that only this record provides; `rating` is the one that the library holds for it.
    func state(of record: ParsedRecord, rating: Rating?) throws -> RatingState {
        var state = RatingState(rating)
        if !storesAnnotations { return state }
        state.read(record.music.rating, number: rating == nil ? 0 : try nextChange.count())
        return state
    }

    /// Stores the state of a new song.
    func add(_ record: ParsedRecord, _ state: RatingState) throws {
        guard record.music.needsKey else { return }
        insert.bind(["record": .integer(record.id.stored), "key": .text(record.music.key)])
        insert.bind([
            "known": SQLValue(state.known?.stored), "change": SQLValue(state.change?.number),
            "delivery": SQLValue(state.change?.delivery.rawValue),
        ])
        try insert.run()
    }

    /// Stores the key and applies the rating of a stored record.
    ///
    /// The next sync reads a rating that may be older than what another program knows.
    func update(_ record: ParsedRecord) throws {
        guard record.music.needsKey else { return }
        if !storesAnnotations { return try add(record, RatingState()) }
        let (id, rating) = (record.id, record.music.rating)
        let isUnrated = try rating == nil && !findRating.bind(["record": .integer(id.stored)]).hasRow()
        try add(record, isUnrated ? RatingState(known: .some(nil)) : RatingState())
        if isUnrated { return }
        var isOutdated = false
        let value = try StarTable.update(id, in: db) { (state: inout RatingState, next) in
            isOutdated = !isCurrent && state.known != rating
            if isCurrent { state.read(rating, number: next) }
        }
        if let value { try ratings.set(value, ["record": .integer(id.stored)]) }
        guard isOutdated else { return }
        detector.deferRecord()
        try db.execute(sql: RecordTable.forgetFingerprints(where: "id = \(id.stored)"))
    }

    /// Stores the key and applies the rating of a record that has joined the song of others.
    func join(_ record: ParsedRecord) throws {
        guard record.music.needsKey else { return }
        if !storesAnnotations { return try add(record, RatingState()) }
        for join in joins { try join.bind(["record": .integer(record.id.stored)]).run() }
        try update(record)
    }
}

/// Applies a `StarState.read` to all songs of a source.
struct StarReconciler {
    /// Whether the source has a star for a song of `star`.
    private static let isStarred = "(key IN (SELECT key FROM temp.read_star))"
    private static let isBookmarked = Bool.columns.current
    private let db: Database
    private let source: Int64

    init(of source: Int64, in db: Database) {
        (self.db, self.source) = (db, source)
    }

    /// Applies the keys of all starred songs, and returns how many bookmarks were added and removed.
    func apply(_ keys: Set<String>) throws -> SyncSummary {
        try db.execute(sql: "CREATE TEMP TABLE read_star(key TEXT PRIMARY KEY) WITHOUT ROWID")
        try store(keys)
        try verify()
        let summary = try applyChanges()
        try db.execute(sql: "DROP TABLE temp.read_star")
        return summary
    }

    private func store(_ keys: Set<String>) throws {
        let insert = try RawStatement(db, "INSERT INTO temp.read_star VALUES (:key)")
        for key in keys {
            try insert.bind(["key": .text(key)]).run()
        }
    }

    /// Ends the changes that the source shows; accepted ones that it does not show wait again.
    private func verify() throws {
        let waits = "change IS NOT NULL AND source = \(source)"
        try db.execute(
            sql: """
                UPDATE star SET known = \(Self.isStarred), change = NULL, delivery = NULL
                    WHERE \(waits) AND \(Self.isBookmarked) = \(Self.isStarred);
                UPDATE star SET delivery = 1 WHERE \(waits) AND delivery = 2;
                """)
    }

    /// Applies the source's state to songs without a waiting change, if it differs from the last known one.
    private func applyChanges() throws -> SyncSummary {
        try db.execute(
            sql: """
                CREATE TEMP TABLE changed_star AS
                    SELECT star.record AS record, record.row AS row, \(Self.isStarred) AS starred,
                            star.known IS NULL AS is_first
                        FROM star JOIN record ON record.id = star.record
                        WHERE star.source = \(source) AND change IS NULL AND star.known IS NOT \(Self.isStarred);
                UPDATE star SET known = found.starred FROM temp.changed_star AS found
                    WHERE star.record = found.record;
                """)
        var summary = SyncSummary()
        let found = "SELECT row FROM temp.changed_star"
        // The changes wait for the other sources of the songs.
        summary.added = try BookmarkWriter(db, rows: "\(found) WHERE starred = 1").set(true)
        summary.removed = try BookmarkWriter(db, rows: "\(found) WHERE starred = 0 AND NOT is_first").set(false)
        // A bookmark from before the first read wins over a missing star.
        try db.execute(
            sql: """
                UPDATE star SET change = \(StarTable.nextChange), delivery = 0 WHERE record IN (
                    SELECT found.record FROM temp.changed_star AS found JOIN music ON music.row = found.row
                        WHERE found.starred = 0 AND is_first AND bookmarked = 1);
                DROP TABLE temp.changed_star;
                """)
        return summary
    }
}
