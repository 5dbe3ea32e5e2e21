public import FermataDomain
public import Foundation
import GRDB

/// The changes of the library on disk that can be undone.
public struct SQLiteUndoRepository: UndoRepository {
    private let library: SQLiteLibrary
    private let now: @Sendable () -> Date

    /// `now` provides the times at which changes are undone.
    public init(library: SQLiteLibrary, now: @escaping @Sendable () -> Date) {
        (self.library, self.now) = (library, now)
    }

    public func changes(allowing filter: ExplicitFilter, limit: Int) async throws -> [UndoableChange] {
        try await library.read { db in try Self.changes(allowing: filter, limit: limit, in: db).map(\.change) }
    }

    public func undoLast(
        allowing filter: ExplicitFilter, includingQueue: Bool, only number: Int?
    ) async throws -> UndoableChange? {
        try await library.write { [now] db in
            let changes = try Self.changes(allowing: filter, limit: 1, includingQueue: includingQueue, in: db)
            if let number, changes.first?.change.number != number { throw UndoError.notLast }
            guard let last = changes.first else { return nil }
            if case .queue = last.change.subject { return last.change }
            if last.change.action == .rate {
                try Self.restoreRatings(of: last.number, in: db)
            } else {
                try Self.restoreBookmarks(of: last.number, to: last.change.action == .unbookmark, in: db)
            }
            try Self.restoreAnnotations(of: last.number, reverting: last.change.action, in: db)
            try ToDoTable.restore(change: last.number, in: db)
            try PlaylistUndo.restore(last.change.action, change: last.number, at: now(), in: db)
            try UndoTable.delete("\(last.number)", in: db)
            try db.notifyChanges(in: Table("music"))
            return last.change
        }
    }

    private static func restoreBookmarks(of number: Int64, to isBookmarked: Bool, in db: Database) throws {
        let rows = """
            SELECT \(LibrarySchema.row(of: "undo_bookmark.music")) FROM undo_bookmark WHERE change = \(number)
            """
        if isBookmarked { try db.execute(sql: BookmarkTimeTable.restoration(change: number)) }
        try BookmarkWriter(db, rows: rows).set(isBookmarked)
    }

    private static func restoreRatings(of number: Int64, in db: Database) throws {
        let songs = """
            SELECT \(LibrarySchema.row(of: "undo_bookmark.music")) AS row, rating FROM undo_bookmark
                WHERE change = \(number)
            """
        try RatingWriter.set(from: songs, in: db)
    }

    /// Restores the bookmarks or the ratings of albums and artists, whichever the action has changed.
    private static func restoreAnnotations(
        of number: Int64, reverting action: UndoableChange.Action, in db: Database
    ) throws {
        let rows = try RawStatement(db, "\(AnnotationUndo.selection) WHERE change = \(number)").all {
            (AnnotationTable.datedAnnotations($0), AnnotationTable.subject($0))
        }
        let writer = try SubjectAnnotationWriter(db)
        for (before, subject) in rows {
            guard let edit = AnnotationEdit(reverting: action, to: before) else { continue }
            try writer.change(subject) { edit.apply(to: &$0, at: before.bookmarked) }
        }
    }

    private static func changes(
        allowing filter: ExplicitFilter, limit: Int, includingQueue: Bool = true, in db: Database
    ) throws -> [(number: Int64, change: UndoableChange)] {
        let reader = try UndoSubjectReader(db)
        let visible = try UndoVisibility(allowing: filter, in: db)
        let rows = try RawStatement(
            db,
            """
            SELECT number, made, action,
                (SELECT count(*) FROM undo_bookmark WHERE change = undo.number)
                    + (SELECT count(*) FROM undo_annotation WHERE change = undo.number)
                    + (SELECT count(*) FROM undo_todo WHERE change = undo.number)
                    + (SELECT count(*) FROM \(PlaylistUndo.songs) WHERE change = undo.number)
                    + (SELECT count(*) FROM undo_queue_entry WHERE change = undo.number) AS count
                FROM undo WHERE \(includingQueue ? "TRUE" : "number NOT IN (SELECT change FROM undo_queue)")
                    AND \(visible.sql) ORDER BY number DESC
            """, visible.values)
        var found: [(Int64, UndoableChange)] = []
        while found.count < limit, try rows.step() {
            let number = rows.integer("number")
            guard let action = UndoableChange.Action(rawValue: rows.text("action")),
                let subject = try reader.subject(of: number)
            else { continue }
            let made = Date(timeIntervalSince1970: TimeInterval(rows.integer("made")))
            let count = Int(rows.integer("count"))
            found.append(
                (number, UndoableChange(action, number: Int(number), made: made, subject, count: count)))
        }
        return found
    }
}

/// The albums and artists of changes.
private enum AnnotationUndo {
    static let selection = "SELECT id, bookmarked, rating, artist, album, time FROM undo_annotation"

    /// The ids of those without music that a filter allows, as a JSON array; none if it allows all music.
    static func hiddenIDs(allowing filter: ExplicitFilter, in db: Database) throws -> String {
        if filter == .all { return "[]" }
        let visibility = try SubjectVisibility(allowing: filter, in: db)
        let subjects = try RawStatement(db, "\(selection) GROUP BY id").all(AnnotationTable.subject)
        let hidden = try subjects.filter { try !visibility.contains($0) }
        return "[" + hidden.map { String($0.storedID) }.joined(separator: ",") + "]"
    }
}

/// Reads the first song, album, artist or to-do of a change, its playlist or the queue.
private struct UndoSubjectReader {
    private let song: RawStatement
    private let annotated: RawStatement
    private let toDo: RawStatement
    private let playlist: RawStatement
    private let queue: RawStatement
    private let names: SourceNameCache

    init(_ db: Database) throws {
        song = try RawStatement(
            db,
            """
            SELECT \(MusicRow.columns) FROM music WHERE row =
                (SELECT \(LibrarySchema.row(of: "undo_bookmark.music")) FROM undo_bookmark WHERE change = :change ORDER BY rowid LIMIT 1)
            """)
        annotated = try RawStatement(db, "\(AnnotationUndo.selection) WHERE change = :change ORDER BY rowid LIMIT 1")
        toDo = try RawStatement(
            db, "\(ToDoRow.select(from: "undo_todo")) WHERE change = :change ORDER BY number LIMIT 1")
        playlist = try RawStatement(db, "SELECT playlist, name FROM undo_playlist WHERE change = :change")
        queue = try RawStatement(db, "SELECT 1 FROM undo_queue WHERE change = :change")
        names = try SourceNameCache(db)
    }

    /// Returns nil if the change has no subject.
    func subject(of change: Int64) throws -> UndoableChange.Subject? {
        song.bind(["change": .integer(change)])
        if let music = try song.first({ MusicRow.music($0, names: names) }) { return .song(music) }
        if let subject = try annotated.bind(["change": .integer(change)]).first(AnnotationTable.subject) {
            return .annotated(subject)
        }
        if let toDo = try toDo.bind(["change": .integer(change)]).first(ToDoRow.toDo) { return .toDo(toDo) }
        if try queue.bind(["change": .integer(change)]).hasRow() { return .queue(change: Int(change)) }
        return try playlist.bind(["change": .integer(change)]).first { row in
            .playlist(
                PlaylistID(stored: row.integer("playlist")), name: row.text("name").cut(to: TextLimits.name))
        }
    }
}

/// A condition for the changes that a listener may see and undo.
///
/// Every song, album, artist and to-do of a change must be visible, a to-do both as it is and as it was. Songs of
/// playlists and the queue may have left the library; so may the music of albums and artists, for a listener who may have
/// all music. A change is also hidden if a later hidden one concerns the same song, album, artist, to-do or playlist, or
/// also the queue, because undoing it would overwrite the later one.
private struct UndoVisibility {
    /// A condition on the table `undo`.
    let sql: String
    let values: [String: SQLValue]

    init(allowing filter: ExplicitFilter, in db: Database) throws {
        let toDo = ToDoVisibility(allowing: filter, in: db).sql
        values = ["hidden": .text(try AnnotationUndo.hiddenIDs(allowing: filter, in: db))]
        let isVisible = """
            NOT EXISTS (
                SELECT 1 FROM undo_bookmark WHERE change = undo.number AND NOT EXISTS (
                    SELECT 1 FROM music WHERE music.row = \(LibrarySchema.row(of: "undo_bookmark.music"))\(ArtistColumns.and(filter))))
            AND NOT EXISTS (
                SELECT 1 FROM undo_annotation WHERE change = undo.number
                    AND id IN (SELECT value FROM json_each(:hidden)))
            AND NOT EXISTS (
                SELECT 1 FROM undo_todo AS todo WHERE change = undo.number AND NOT (\(toDo)))
            AND NOT EXISTS (
                SELECT 1 FROM undo_todo CROSS JOIN todo ON todo.number = undo_todo.number
                    WHERE change = undo.number AND NOT (\(toDo)))
            \(filter.condition.map(Self.hasOnlySongs) ?? "")
            """
        sql = """
            \(isVisible) AND NOT EXISTS (
                SELECT 1 FROM (SELECT number FROM undo WHERE NOT (\(isVisible)) LIMIT -1) AS hidden
                    WHERE hidden.number > undo.number
                        AND (\(Self.bothConcern("undo_bookmark", "music")) OR \(Self.bothConcern("undo_todo", "number"))
                            OR \(Self.bothConcern("undo_annotation", "id"))
                            OR \(Self.bothConcern("undo_playlist", "playlist"))
                            OR undo.number IN (SELECT change FROM undo_queue)
                                AND hidden.number IN (SELECT change FROM undo_queue)))
            """
    }

    /// A condition that a change of a playlist or the queue concerns no song in the library that does not meet a
    /// condition.
    private static func hasOnlySongs(_ condition: String) -> String {
        [(PlaylistUndo.songs, "song.value"), ("undo_queue_entry", "undo_queue_entry.song")].map { songs, song in
            """
            AND NOT EXISTS (
                SELECT 1 FROM \(songs) CROSS JOIN music ON music.row = \(LibrarySchema.row(of: song))
                    WHERE change = undo.number AND NOT (\(condition)))
            """
        }.joined(separator: "\n")
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
