public import FermataDomain
import Foundation
import GRDB

/// The changes of the library on disk that can be undone.
public struct SQLiteUndoRepository: UndoRepository {
    private let library: SQLiteLibrary

    public init(library: SQLiteLibrary) {
        self.library = library
    }

    public func changes(allowing filter: ExplicitFilter, limit: Int) async throws -> [UndoableChange] {
        try await library.read { db in try Self.changes(allowing: filter, limit: limit, in: db).map(\.change) }
    }

    public func undoLast(allowing filter: ExplicitFilter) async throws -> UndoableChange? {
        try await library.write { db in
            guard let last = try Self.changes(allowing: filter, limit: 1, in: db).first else { return nil }
            if last.change.action == .rate {
                try Self.restoreRatings(of: last.number, in: db)
            } else {
                try Self.restoreBookmarks(of: last.number, to: last.change.action == .unbookmark, in: db)
            }
            try ToDoTable.restore(change: last.number, in: db)
            try UndoTable.delete(last.number, in: db)
            try db.notifyChanges(in: Table("music"))
            return last.change
        }
    }

    private static func restoreBookmarks(of number: Int64, to isBookmarked: Bool, in db: Database) throws {
        let rows = """
            SELECT \(LibrarySchema.row(of: "undo_bookmark.music")) FROM undo_bookmark WHERE change = \(number)
            """
        try BookmarkWriter(db, rows: rows).set(isBookmarked)
    }

    private static func restoreRatings(of number: Int64, in db: Database) throws {
        let songs = """
            SELECT \(LibrarySchema.row(of: "undo_bookmark.music")) AS row, rating FROM undo_bookmark
                WHERE change = \(number)
            """
        try RatingWriter.set(from: songs, in: db)
    }

    private static func changes(
        allowing filter: ExplicitFilter, limit: Int, in db: Database
    ) throws -> [(number: Int64, change: UndoableChange)] {
        let reader = try UndoSubjectReader(db)
        let rows = try RawStatement(
            db,
            """
            SELECT number, made, action,
                (SELECT count(*) FROM undo_bookmark WHERE change = undo.number)
                    + (SELECT count(*) FROM undo_todo WHERE change = undo.number) AS count
                FROM undo WHERE \(UndoVisibility(allowing: filter, in: db).sql) ORDER BY number DESC
            """)
        var found: [(Int64, UndoableChange)] = []
        while found.count < limit, try rows.step() {
            let number = rows.integer("number")
            guard let action = UndoableChange.Action(rawValue: rows.text("action")),
                let subject = try reader.subject(of: number)
            else { continue }
            let made = Date(timeIntervalSince1970: TimeInterval(rows.integer("made")))
            found.append((number, UndoableChange(action, made: made, subject, count: Int(rows.integer("count")))))
        }
        return found
    }
}

/// Reads the first song or to-do of a change.
private struct UndoSubjectReader {
    private let song: RawStatement
    private let toDo: RawStatement
    private let names: SourceNameCache

    init(_ db: Database) throws {
        song = try RawStatement(
            db,
            """
            SELECT \(MusicRow.columns) FROM music WHERE row =
                (SELECT \(LibrarySchema.row(of: "undo_bookmark.music")) FROM undo_bookmark WHERE change = :change ORDER BY rowid LIMIT 1)
            """)
        toDo = try RawStatement(
            db, "\(ToDoRow.select(from: "undo_todo")) WHERE change = :change ORDER BY number LIMIT 1")
        names = try SourceNameCache(db)
    }

    /// Returns nil if the change has no song or to-do.
    func subject(of change: Int64) throws -> UndoableChange.Subject? {
        song.bind(["change": .integer(change)])
        if let music = try song.first({ MusicRow.music($0, names: names) }) { return .song(music) }
        return try toDo.bind(["change": .integer(change)]).first(ToDoRow.toDo).map { .toDo($0) }
    }
}

/// A condition for the changes that a listener may see and undo.
///
/// Every song and to-do of a change must be visible, a to-do both as it is and as it was. A change is also hidden if a
/// later hidden one concerns the same song or to-do, because undoing it would overwrite the later one.
private struct UndoVisibility {
    /// A condition on the table `undo`.
    let sql: String

    init(allowing filter: ExplicitFilter, in db: Database) {
        let toDo = ToDoVisibility(allowing: filter, in: db).sql
        let isVisible = """
            NOT EXISTS (
                SELECT 1 FROM undo_bookmark WHERE change = undo.number AND NOT EXISTS (
                    SELECT 1 FROM music WHERE music.row = \(LibrarySchema.row(of: "undo_bookmark.music"))\(ArtistColumns.and(filter))))
            AND NOT EXISTS (
                SELECT 1 FROM undo_todo AS todo WHERE change = undo.number AND NOT (\(toDo)))
            AND NOT EXISTS (
                SELECT 1 FROM undo_todo CROSS JOIN todo ON todo.number = undo_todo.number
                    WHERE change = undo.number AND NOT (\(toDo)))
            """
        sql = """
            \(isVisible) AND NOT EXISTS (
                SELECT 1 FROM (SELECT number FROM undo WHERE NOT (\(isVisible))) AS hidden
                    WHERE hidden.number > undo.number
                        AND (\(Self.bothConcern("undo_bookmark", "music")) OR \(Self.bothConcern("undo_todo", "number"))))
            """
    }

    /// A condition that a change and a hidden one concern the same song or to-do.
    private static func bothConcern(_ table: String, _ subject: String) -> String {
        """
        EXISTS (
            SELECT 1 FROM \(table) AS own CROSS JOIN \(table) AS other ON other.\(subject) = own.\(subject)
                WHERE own.change = undo.number AND other.change = hidden.number)
        """
    }
}
