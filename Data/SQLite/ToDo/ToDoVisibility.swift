import FermataDomain
import Foundation
import GRDB

/// A condition for the to-dos that a listener may see.
///
/// A restricted listener sees to-dos about music and artists only if the library has allowed songs of them. Those about
/// unknown music and artists are hidden as well, because they would reveal which ones are known and hidden.
struct ToDoVisibility {
    private static let function = "todo_artist_key"
    /// A condition on the table `todo`.
    let sql: String

    /// Defines the function of artists' sort keys on the connection.
    init(allowing filter: ExplicitFilter, in db: Database) {
        guard let allowed = filter.condition else {
            sql = "TRUE"
            return
        }
        db.add(function: Self.key)
        sql = """
            (todo.music IS NULL OR EXISTS (SELECT 1 FROM music WHERE music.id = todo.music AND music.\(allowed)))
            AND (todo.artist IS NULL OR \(Self.hasSongs(allowing: filter, in: .shown))
                OR \(Self.hasSongs(allowing: filter, in: .single)))
            """
    }

    /// A condition on a to-do about an artist.
    private static func hasSongs(allowing filter: ExplicitFilter, in artists: ArtistColumns) -> String {
        """
        EXISTS (
            SELECT 1 FROM \(artists.songs(allowing: filter)) WHERE \(artists.key) = \(function)(todo.artist)
                AND (\(artists.key) <> \(ArtistColumns.emptyKey) OR \(artists.name) = todo.artist)
                AND \(artists.isNamed(allowing: filter)))
        """
    }

    private static var key: DatabaseFunction {
        DatabaseFunction(function, argumentCount: 1, pure: true) { values in
            String.fromDatabaseValue(values[0]).map { SortKey($0).text }
        }
    }
}
