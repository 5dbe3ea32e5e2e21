import FermataDomain
import GRDB

/// Reads the first song or to-do of a change.
struct UndoSubjectReader {
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
        song.bind(change, to: "change")
        if let music = try song.first({ MusicRow.music($0, names: names) }) { return .song(music) }
        toDo.bind(change, to: "change")
        return try toDo.first(ToDoRow.toDo).map { .toDo($0) }
    }
}
