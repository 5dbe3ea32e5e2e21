import GRDB

/// The songs to which other tables refer by `music.id`.
final class MusicReferences {
    /// A `SELECT` of the ids of songs that are in the queue or the subject of a to-do.
    static let ids = """
        SELECT song FROM queue UNION ALL SELECT music FROM todo WHERE music IS NOT NULL
        UNION ALL SELECT music FROM undo_todo WHERE music IS NOT NULL
        """
    private let db: Database
    private lazy var ids = Result { try Set(Int64.fetchAll(db, sql: Self.ids)) }

    init(_ db: Database) {
        self.db = db
    }

    /// Whether the song of a row is in the queue or the subject of a to-do.
    ///
    /// The first call reads all references, later ones are O(log n) for n songs.
    func contain(_ row: Int64) throws -> Bool {
        let ids = try ids.get()
        if ids.isEmpty { return false }
        let id = try Int64.fetchOne(db, sql: "SELECT id FROM music WHERE row = ?", arguments: [row])
        return id.map(ids.contains) ?? false
    }
}
