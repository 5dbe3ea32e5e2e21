internal import GRDB

/// Removes playlists of a source with their entries.
enum PlaylistRemoval {
    private static let stepSize = 2_000

    /// Removes all of a source's playlists.
    static func run(source: Int64, in db: Database) throws {
        try db.execute(
            sql: """
                DELETE FROM playlist_entry WHERE playlist IN (SELECT row FROM playlist WHERE source = \(source));
                DELETE FROM playlist WHERE source = \(source);
                """)
    }

    /// Where a removal begins of what a pass did not meet; nil where nothing is to be removed.
    ///
    /// Where more records were bad than the last time, what is missing may be among those.
    static func start(source: Int64, rejected: Int, in db: Database) throws -> Int64? {
        let before = try Int.fetchOne(db, sql: "SELECT playlists_rejected FROM source WHERE id = \(source)")
        return rejected <= before ?? 0 ? -1 : nil
    }

    /// Removes some of those that the pass did not meet, in the order of ids.
    ///
    /// A removal of many is done in steps, so that others get their turn between them.
    /// Answers how many, and the last one's id: what comes after it is the next step's; nil at the end.
    static func step(source: Int64, after id: Int64, in db: Database) throws -> (removed: Int, last: Int64?) {
        let gone = try Row.fetchAll(
            db,
            sql: """
                SELECT row, id FROM playlist WHERE source = \(source) AND id > \(id)
                    AND id NOT IN (SELECT id FROM temp.\(PlaylistSyncStart.seen(source)))
                    ORDER BY id LIMIT \(stepSize)
                """
        ).map { (row: $0[0] as Int64, id: $0[1] as Int64) }
        for (row, _) in gone {
            try db.execute(sql: "DELETE FROM playlist_entry WHERE playlist = ?", arguments: [row])
            try db.execute(sql: "DELETE FROM playlist WHERE row = ?", arguments: [row])
        }
        return (gone.count, gone.count < stepSize ? nil : gone.last?.id)
    }
}
