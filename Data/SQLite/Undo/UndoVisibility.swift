import FermataDomain
import GRDB

/// A condition for the changes that a listener may see: those of which every song and to-do may be seen.
///
/// A to-do must be visible as it is and as it was.
struct UndoVisibility {
    /// A condition on the table `undo`.
    let sql: String

    /// The row of the song that `undo_bookmark.music` identifies. Music that is bookmarked without a source has no record.
    static let row = """
        coalesce((SELECT row FROM record WHERE id = undo_bookmark.music),
            (SELECT row FROM music WHERE id = undo_bookmark.music))
        """

    init(allowing filter: ExplicitFilter, in db: Database) {
        let toDo = ToDoVisibility(allowing: filter, in: db).sql
        sql = """
            NOT EXISTS (
                SELECT 1 FROM undo_bookmark WHERE change = undo.number AND NOT EXISTS (
                    SELECT 1 FROM music WHERE music.row = \(Self.row)\(ArtistColumns.and(filter))))
            AND NOT EXISTS (
                SELECT 1 FROM undo_todo AS todo WHERE change = undo.number AND NOT (\(toDo)))
            AND NOT EXISTS (
                SELECT 1 FROM undo_todo CROSS JOIN todo ON todo.number = undo_todo.number
                    WHERE change = undo.number AND NOT (\(toDo)))
            """
    }
}
