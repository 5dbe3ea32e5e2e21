import FermataDomain
import GRDB

/// A condition for the changes that a listener may see and undo.
///
/// Every song and to-do of a change must be visible, a to-do both as it is and as it was. A change is also hidden if a
/// later hidden one concerns the same song or to-do, because undoing it would overwrite the later one.
struct UndoVisibility {
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
