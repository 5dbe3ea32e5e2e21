import FermataDomain
import Foundation
import GRDB

/// The tables `undo`, `undo_bookmark`, `undo_annotation` and `undo_todo`: the latest changes that a person can undo.
enum UndoTable {
    /// The columns of a to-do that a change can restore.
    static let toDoColumns = "done, " + addedToDoColumns
    /// The columns that describe an added to-do.
    fileprivate static let addedToDoColumns = """
        position, fingerprint, title, description, day, moment, place, latitude, longitude, music, artist, address,
        town_only
        """

    /// Removes changes, with their songs, to-dos, playlists and entries of the queue; `changes` is a list or a `SELECT`.
    static func delete(_ changes: String, in db: Database) throws {
        try db.execute(sql: "DELETE FROM undo WHERE number IN (\(changes))")
    }

    /// A statement that gives the songs of stored to-dos another id; `ids` is a list or a `SELECT`.
    static func renaming(_ id: String, from ids: String) -> String {
        "UPDATE undo_todo SET music = \(id) WHERE music IN (\(ids))"
    }
}

/// Stores the state before a change, in the transaction that makes the change.
///
/// Creates the change with its first song or to-do. A call that changes nothing records no change.
final class UndoRecorder {
    let db: Database
    private var action: UndoableChange.Action
    let made: Date
    private var number: Int64?

    /// Whether a change was recorded.
    var hasChange: Bool { number != nil }

    init(_ db: Database, _ action: UndoableChange.Action, made: Date) {
        (self.db, self.action, self.made) = (db, action, made)
    }

    /// Records that the bookmark or rating of a song has changed; `song` is as it was before, and `bookmarked` the time
    /// of its bookmark.
    func recordAnnotation(of song: Music, bookmarked: Date?) throws {
        let insert = try RawStatement(
            db, "INSERT INTO undo_bookmark(change, music, rating, time) VALUES (:change, :music, :rating, :time)",
            isCached: true)
        insert.bind(["change": .integer(try change()), "music": .integer(song.id.stored)])
        insert.bind(["time": SQLValue(action == .unbookmark ? bookmarked : nil)])
        try insert.bind(["rating": SQLValue(action == .rate ? song.rating?.rawValue : nil)]).run()
    }

    /// Records that an album or artist had other annotations before.
    func recordAnnotations(_ before: SubjectAnnotations, of subject: AnnotatedSubject) throws {
        let insert = try RawStatement(
            db,
            """
            INSERT INTO undo_annotation(change, id, bookmarked, rating, artist, album, time)
                VALUES (:change, :id, :bookmarked, :rating, :artist, :album, :time)
            """, isCached: true)
        insert.bind(["change": .integer(try change()), "time": SQLValue(before.bookmarked)])
        try insert.bind(subject, before).run()
    }

    /// Records a stored to-do before its first change.
    ///
    /// `firstAction` replaces the action if this is the first record of the change.
    func recordToDo(_ number: Int, firstAction: UndoableChange.Action? = nil) throws {
        if self.number == nil, let firstAction { action = firstAction }
        let insert = try RawStatement(
            db,
            """
            INSERT OR IGNORE INTO undo_todo(change, number, \(UndoTable.toDoColumns))
                SELECT :change, number, \(UndoTable.toDoColumns) FROM todo WHERE number = :number
            """, isCached: true)
        try insert.bind(["change": .integer(try change()), "number": SQLValue(number)]).run()
    }

    /// Records that a to-do was added.
    func recordAddedToDo(_ number: Int64) throws {
        let insert = try RawStatement(
            db,
            """
            INSERT INTO undo_todo(change, number, \(UndoTable.addedToDoColumns))
                SELECT :change, number, \(UndoTable.addedToDoColumns) FROM todo WHERE number = :number
            """, isCached: true)
        try insert.bind(["change": .integer(try change()), "number": .integer(number)]).run()
    }

    /// Returns the number of the change; creates it, and drops the oldest one, on the first call.
    func change() throws -> Int64 {
        if let number { return number }
        let number = try nextNumber()
        try RawStatement(
            db, "INSERT INTO undo(number, made, action) VALUES (:number, :made, :action)",
            [
                "number": .integer(number), "made": .integer(Int64(made.timeIntervalSince1970)),
                "action": .text(action.rawValue),
            ]
        ).run()
        try UndoTable.delete(
            "SELECT number FROM undo ORDER BY number DESC LIMIT -1 OFFSET \(UndoableChange.limit)", in: db)
        self.number = number
        return number
    }

    /// Returns a number that no change of the library has had, so that a program cannot undo a later change than the one
    /// that it has found.
    ///
    /// SQLite's table of the numbers of `AUTOINCREMENT` columns stores the last one.
    /// Source: https://www.sqlite.org/autoinc.html
    private func nextNumber() throws -> Int64 {
        let last = try RawStatement(
            db,
            """
            SELECT max(number) FROM (
                SELECT number FROM undo UNION ALL SELECT seq FROM sqlite_sequence WHERE name = 'undo')
            """)
        let number = Int64(try last.count()) + 1
        try db.execute(
            sql: """
                DELETE FROM sqlite_sequence WHERE name = 'undo';
                INSERT INTO sqlite_sequence(name, seq) VALUES ('undo', \(number));
                """)
        return number
    }
}
