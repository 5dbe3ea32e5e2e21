import FermataDomain
import GRDB

/// Reads bookmarks for an export.
enum BookmarkReader {
    /// Reads the bookmarks of allowed music, in the order of ids.
    static func read(
        allowing filter: ExplicitFilter, in db: Database, _ append: (ExportedBookmark) throws -> Void
    ) throws {
        let conditions = ["bookmarked = 1", filter.condition].compactMap { $0 }.joined(separator: " AND ")
        let rows = try RawStatement(
            db, "SELECT row, id, title, artist, album FROM music WHERE \(conditions) ORDER BY id")
        let others = try RawStatement(db, "SELECT id FROM record WHERE row = :row AND id <> :id ORDER BY id")
        while try rows.step() {
            others.bind(rows.integer("row"), to: "row")
            others.bind(rows.integer("id"), to: "id")
            try append(
                ExportedBookmark(
                    id: MusicID(stored: rows.integer("id")), otherIDs: try ids(others), title: rows.text("title"),
                    artist: rows.text("artist"), album: rows.text("album")))
        }
    }

    /// Reads the bookmarks of music that the library does not contain, in the order of ids.
    static func readWaiting(in db: Database, _ append: (ExportedBookmark) throws -> Void) throws {
        let rows = try RawStatement(db, "SELECT DISTINCT music AS id FROM held_bookmark ORDER BY music")
        let others = try RawStatement(
            db, "SELECT id FROM held_bookmark WHERE music = :id AND id <> :id ORDER BY id")
        while try rows.step() {
            others.bind(rows.integer("id"), to: "id")
            try append(ExportedBookmark(id: MusicID(stored: rows.integer("id")), otherIDs: try ids(others)))
        }
    }

    private static func ids(_ rows: RawStatement) throws -> [MusicID] {
        defer { rows.reset() }
        var ids: [MusicID] = []
        while try rows.step() { ids.append(MusicID(stored: rows.integer("id"))) }
        return ids
    }
}

extension MusicID {
    /// The id that a column stores.
    init(stored: Int64) { self.init(UInt64(bitPattern: stored)) }
}
