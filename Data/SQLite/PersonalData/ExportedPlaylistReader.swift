import FermataDomain
import GRDB

/// Reads playlists with their entries for an export.
struct ExportedPlaylistReader {
    private let rows: RawStatement
    private let entries: RawStatement
    private let isRestricted: Bool

    init(allowing filter: ExplicitFilter, in db: Database) throws {
        isRestricted = filter != .all
        rows = try RawStatement(
            db,
            """
            SELECT playlist.row, playlist.id, playlist.name, source.name AS source FROM playlist
                JOIN source ON source.id = playlist.source
                ORDER BY playlist.name_key, playlist.name, playlist.id
            """)
        entries = try RawStatement(
            db,
            """
            SELECT entry.record, music.title, music.artist FROM playlist_entry AS entry
                LEFT JOIN record ON record.id = entry.record LEFT JOIN music ON music.row = record.row
                WHERE entry.playlist = :playlist AND \(filter.condition ?? "1") ORDER BY entry.position
            """)
    }

    func read(_ append: (ExportedPlaylist) throws -> Void) throws {
        while try rows.step() {
            let entries = try entries(of: rows.integer("row"))
            if isRestricted, entries.isEmpty { continue }
            try append(
                ExportedPlaylist(
                    id: PlaylistID(UInt64(bitPattern: rows.integer("id"))), name: rows.text("name"),
                    source: rows.text("source"), entries: entries))
        }
    }

    private func entries(of playlist: Int64) throws -> [ExportedPlaylist.Entry] {
        entries.bind(playlist, to: "playlist")
        defer { entries.reset() }
        var list: [ExportedPlaylist.Entry] = []
        while try entries.step() {
            list.append(
                ExportedPlaylist.Entry(
                    id: MusicID(stored: entries.integer("record")), title: entries.optionalText("title"),
                    artist: entries.optionalText("artist")))
        }
        return list
    }
}
