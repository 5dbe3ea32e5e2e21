import FermataDomain

/// A row of the `playlist` table as a playlist, with its songs counted.
enum PlaylistRow {
    /// The order of names, which the index `playlist_by_name` has.
    static let order = "playlist.name_key, playlist.name, playlist.id"
    /// Joins a playlist's entries with their music, in look-up order.
    static let entries = """
        playlist_entry AS entry CROSS JOIN record ON record.id = entry.record \
        CROSS JOIN music ON music.row = record.row
        """
    private static let allEntries = "SELECT count(*) FROM playlist_entry AS entry WHERE entry.playlist = playlist.row"
    private static let storedEntries = """
        SELECT count(*) FROM playlist_entry AS entry CROSS JOIN record ON record.id = entry.record \
        WHERE entry.playlist = playlist.row
        """

    /// The columns, counting only allowed music; a repeated entry counts each time.
    static func columns(allowing filter: ExplicitFilter) -> String {
        let allowed = filter.condition.map {
            "SELECT count(*) FROM \(entries) WHERE entry.playlist = playlist.row AND \($0)"
        }
        return """
            playlist.id, playlist.source, playlist.name, (\(allEntries)) AS entries, (\(storedEntries)) AS stored, \
            \(allowed.map { "(\($0)) AS allowed" } ?? "NULL AS allowed")
            """
    }

    /// Matches playlists with allowed music; nil if all music is allowed.
    static func condition(allowing filter: ExplicitFilter) -> String? {
        filter.condition.map {
            "EXISTS (SELECT 1 FROM \(entries) WHERE entry.playlist = playlist.row AND \($0))"
        }
    }

    /// Reads the columns. Cuts a name that was stored before names had a limit.
    static func playlist(_ row: RawStatement, names: SourceNameCache) -> Playlist {
        let stored = Int(row.integer("stored"))
        return Playlist(
            id: PlaylistID(UInt64(bitPattern: row.integer("id"))),
            name: row.text("name").cut(to: TextLimits.name),
            source: names.names(in: SourceMask.mask(of: row.integer("source"))).first ?? "",
            count: row.optionalInteger("allowed") ?? stored, missing: Int(row.integer("entries")) - stored)
    }
}
