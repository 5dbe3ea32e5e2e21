import FermataDomain
import GRDB

/// The table `star`: what the sources that store stars know of songs, and the changes that wait for them.
///
/// Each row stores a `StarState`; the bookmark of the state is that of the record's song. `update` runs any transition
/// of one state. A statement here makes the same transition of many rows; a test compares both.
enum StarTable {
    /// A condition on rows of `star`: a change has to be sent.
    static let isWaiting = "change IS NOT NULL AND delivery <> \(StarState.Delivery.accepted.rawValue)"

    /// Whether the song of a row of `star` is bookmarked.
    fileprivate static let isBookmarked = """
        (SELECT music.bookmarked FROM record JOIN music ON music.row = record.row WHERE record.id = star.record)
        """

    /// The number of the next change, greater than those of the changes that wait or were sent to the present sources.
    fileprivate static let nextChange = """
        (1 + max((SELECT coalesce(max(change), 0) FROM star WHERE change IS NOT NULL),
            (SELECT coalesce(max(stars), 0) FROM source)))
        """

    /// A `StarState.setBookmark` of all songs whose bookmark is about to change to `:bookmarked`.
    ///
    /// `rows` is a list of rows of music or a `SELECT` of them. To be called by `BookmarkWriter` only.
    static func bookmarkChange(of rows: String) -> String {
        """
        UPDATE star
            SET change = iif(\(endsChange), NULL, \(nextChange)),
                delivery = iif(\(endsChange), NULL, min(coalesce(delivery, 0), 1))
            WHERE record IN (
                SELECT record.id FROM record JOIN music USING (row)
                    WHERE music.row IN (\(rows)) AND music.bookmarked <> :bookmarked)
        """
    }

    private static let endsChange = "coalesce(delivery, 0) = 0 AND known IS :bookmarked"

    /// Runs a transition of the state of a record, if it has one.
    static func update(
        _ record: MusicID, in db: Database, _ transition: (_ state: inout StarState, _ nextChange: Int) -> Void
    ) throws {
        let find = try RawStatement(
            db,
            """
            SELECT known, change, delivery, \(isBookmarked) AS bookmarked, \(nextChange) AS next FROM star
                WHERE record = :record
            """, ["record": .integer(record.stored)], isCached: true)
        let found = try find.first { (state: starState($0), next: Int($0.integer("next"))) }
        guard let found else { return }
        var state = found.state
        transition(&state, found.next)
        if state == found.state { return }
        try RawStatement(
            db, "UPDATE star SET known = :known, change = :change, delivery = :delivery WHERE record = :record",
            [
                "known": SQLValue(state.known.map { $0 ? 1 : 0 }), "change": SQLValue(state.change?.number),
                "delivery": SQLValue(state.change?.delivery.rawValue), "record": .integer(record.stored),
            ], isCached: true
        ).run()
    }

    private static func starState(_ row: RawStatement) -> StarState {
        let delivery = row.optionalInteger("delivery").flatMap { StarState.Delivery(rawValue: Int($0)) }
        return StarState(
            isBookmarked: row.integer("bookmarked") == 1, known: row.optionalInteger("known").map { $0 != 0 },
            change: row.optionalInteger("change").map { .init(number: Int($0), delivery: delivery ?? .sent) })
    }

    /// Returns changes that a source has not accepted, in the order they were made.
    static func waiting(
        of source: Int64, after last: StarChange?, limit: Int, in db: Database
    ) throws -> [StarChange] {
        try RawStatement(
            db,
            """
            SELECT record, key, change, \(isBookmarked) AS bookmarked FROM star
                WHERE \(isWaiting) AND (change, record) > (:change, :record) AND source = \(source)
                ORDER BY change, record LIMIT \(max(0, limit))
            """,
            ["change": .integer(Int64(last?.number ?? 0)), "record": .integer(last?.record.stored ?? .min)]
        ).all {
            StarChange(
                record: MusicID(stored: $0.integer("record")), key: $0.text("key"),
                isStarred: $0.integer("bookmarked") == 1, number: Int($0.integer("change")))
        }
    }

    /// Counts a delivery or a read of a source's stars, and keeps the numbers of sent changes from being used again.
    static func count(_ source: Int64, in db: Database) throws {
        try SourceTable.setStars(nextChange, of: source, in: db)
    }

    /// Adds songs of a source by their records, or updates the source and key of existing ones.
    static func insertion(source: Int64) -> String {
        """
        INSERT INTO star(record, source, key) VALUES (:record, \(source), :key)
            ON CONFLICT (record) DO UPDATE SET source = excluded.source, key = excluded.key
                WHERE (source, key) IS NOT (excluded.source, excluded.key)
        """
    }

    /// A `StarState.join` of records; `records` is a list of ids or a `SELECT` of them.
    static func join(of records: String) -> String {
        """
        UPDATE star SET known = NULL
            WHERE record IN (\(records)) AND known = 0 AND change IS NULL AND \(isBookmarked) = 1
        """
    }

    /// A `StarState.forget` of all songs of a source.
    static func forget(source: Int64, in db: Database) throws {
        try db.execute(sql: "UPDATE star SET known = NULL WHERE source = \(source)")
    }

    /// A statement that removes the states of records; `records` is a list of ids or a `SELECT` of them.
    static func deletion(of records: String) -> String { "DELETE FROM star WHERE record IN (\(records))" }

    /// Statements that restore the references and values of a repaired library.
    static let repair = """
        DELETE FROM star WHERE record NOT IN (SELECT id FROM record);
        UPDATE star SET source = record.source FROM record WHERE record.id = star.record;
        UPDATE star SET known = NULL WHERE known NOT IN (0, 1);
        UPDATE star SET delivery = 1 WHERE delivery NOT IN (0, 1, 2);
        """
}

/// Applies a `StarState.read` to all songs of a source.
struct StarReconciler {
    /// Whether the source has a star for a song of `star`.
    private static let isStarred = "(key IN (SELECT key FROM temp.read_star))"
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
                    WHERE \(waits) AND \(StarTable.isBookmarked) = \(Self.isStarred);
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
