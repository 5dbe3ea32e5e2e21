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
            try Self.restoreBookmarks(of: last.number, to: last.change.action == .unbookmark, in: db)
            try Self.restoreToDos(of: last.number, in: db)
            try db.execute(sql: "DELETE FROM undo WHERE number = \(last.number)")
            try db.notifyChanges(in: Table("music"))
            return last.change
        }
    }

    private static func restoreBookmarks(of number: Int64, to isBookmarked: Bool, in db: Database) throws {
        try db.execute(
            sql: """
                UPDATE music SET bookmarked = \(isBookmarked ? 1 : 0) WHERE row IN (
                    SELECT \(LibrarySchema.row(of: "undo_bookmark.music")) FROM undo_bookmark WHERE change = \(number))
                """)
    }

    private static func restoreToDos(of number: Int64, in db: Database) throws {
        try db.execute(
            sql: """
                DELETE FROM todo WHERE number IN (SELECT number FROM undo_todo WHERE change = \(number));
                INSERT INTO todo(number, \(UndoSchema.toDoColumns))
                    SELECT number, \(UndoSchema.toDoColumns) FROM undo_todo
                        WHERE change = \(number) AND done IS NOT NULL;
                """)
    }
}

// MARK: - Reading

extension SQLiteUndoRepository {
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
