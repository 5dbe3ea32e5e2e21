import FermataDomain
import GRDB

extension SourceError {
    /// Creates the error for an unknown source, with the names of the known sources.
    static func unknown(source name: String, in db: Database) throws -> SourceError {
        .notFound(name, known: try String.fetchAll(db, sql: "SELECT name FROM source ORDER BY name"))
    }
}
