import FermataDomain
import GRDB

/// Finds music by id with one cached statement.
final class MusicLookup {
    private let find: RawStatement
    private let names: SourceNameCache

    init(_ db: Database) throws {
        find = try RawStatement(db, "SELECT \(MusicRow.columns) FROM music WHERE id = :id")
        names = try SourceNameCache(db)
    }

    /// Returns nil for music that is not in the library. O(log n).
    func music(_ id: MusicID) throws -> Music? {
        try find.bind(["id": .integer(id.stored)]).first { MusicRow.music($0, names: names) }
    }
}
