internal import FermataDomain
internal import GRDB

/// Finds one piece of music after the other by its id.
final class MusicLookup {
    private let find: RawStatement
    private let names: SourceNameCache

    init(_ db: Database) throws {
        find = try RawStatement(db, "SELECT \(MusicRow.columns) FROM music WHERE id = ?")
        names = try SourceNameCache(db)
    }

    /// Answers nil for music that the library does not hold. O(log n).
    func music(_ id: MusicID) throws -> Music? {
        find.bind(id.stored, at: 1)
        return try find.first { MusicRow.music($0, names: names) }
    }
}
