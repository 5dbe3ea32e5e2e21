import GRDB

/// Removes playlists of a source and their entries.
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

    /// The start of removing the playlists that a sync did not see; nil if nothing is to be removed.
    ///
    /// If more records were rejected than last time, the missing playlists may be among them, so nothing is removed.
    static func start(source: Int64, rejected: Int, in db: Database) throws -> Int64? {
        let before = try Int.fetchOne(db, sql: "SELECT playlists_rejected FROM source WHERE id = \(source)")
        guard let before, rejected <= before else { return nil }
        return Int64.min  // before every id
    }

    /// Removes some of the playlists that the sync did not see, in the order of ids.
    ///
    /// A large removal runs in steps, so that other writers can proceed between them.
    /// Returns their number and the last id, at which the next step continues; nil at the end.
    static func step(source: Int64, after id: Int64, in db: Database) throws -> (removed: Int, last: Int64?) {
        let rows = try RawStatement(
            db,
            """
            SELECT row, id FROM playlist WHERE source = \(source) AND id > \(id)
                AND id NOT IN (SELECT id FROM temp.\(PlaylistSyncStart.seen(source)))
                ORDER BY id LIMIT \(stepSize)
            """)
        var removed: [(row: Int64, id: Int64)] = []
        while try rows.step() { removed.append((rows.integer("row"), rows.integer("id"))) }
        for (row, _) in removed {
            try db.execute(sql: "DELETE FROM playlist_entry WHERE playlist = ?", arguments: [row])
            try db.execute(sql: "DELETE FROM playlist WHERE row = ?", arguments: [row])
        }
        return (removed.count, removed.count < stepSize ? nil : removed.last?.id)
    }
}
