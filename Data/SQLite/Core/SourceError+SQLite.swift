import FermataDomain
import GRDB

extension SourceError {
    /// Says that a source is not known, and which ones are.
    static func unknown(source name: String, in db: Database) throws -> SourceError {
        .notFound(name, known: try String.fetchAll(db, sql: "SELECT name FROM source ORDER BY name"))
    }
}
