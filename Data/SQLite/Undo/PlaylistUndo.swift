import FermataDomain
import Foundation
import GRDB

extension UndoRecorder {
    /// Records a change of a playlist, which has a name before it or was created with it.
    ///
    /// `songs` were added, moved or removed. `replacement` describes the replaced entries, and `search` is that of a
    /// deleted saved search; `deleted` is the row of a playlist that is about to be deleted.
    func recordPlaylist(
        _ id: PlaylistID, name: String, songs: [MusicID] = [],
        _ replacement: StoredPlaylistEntries.Replacement = .init(start: 0, count: 0, replaced: []),
        search: SavedSearch? = nil, ofDeleted deleted: Int64? = nil
    ) throws {
        try RawStatement(
            db,
            """
            INSERT INTO undo_playlist(
                change, playlist, name, songs, start, count, replaced, text, sort, reversed, size, shared, comment,
                created)
                SELECT :change, :playlist, :name, :songs, :start, :count, :replaced, :text, :sort, :reversed, :size,
                        playlist.shared, playlist.comment, playlist.created
                    FROM (SELECT 1) LEFT JOIN playlist ON playlist.row = :deleted
            """
        ).bind([
            "change": .integer(try change()), "playlist": .integer(id.stored), "name": .text(name),
            "songs": .text(songs.json), "start": SQLValue(replacement.start), "count": SQLValue(replacement.count),
            "replaced": .text(replacement.replaced.json), "text": SQLValue(search?.text),
            "sort": SQLValue(search?.order.rawValue), "reversed": SQLValue(search.map { $0.isReversed ? 1 : 0 }),
            "size": SQLValue(search?.limit), "deleted": deleted.map { .integer($0) } ?? .null,
        ]).run()
    }
}

/// The table `undo_playlist`: the playlists of changes that can be undone.
enum PlaylistUndo {
    /// Joins changes of playlists with their songs; see `undo_playlist`.
    static let songs = """
        undo_playlist CROSS JOIN json_each(iif(json_valid(undo_playlist.songs), undo_playlist.songs, '[]')) AS song
        """

    private struct State {
        /// Has only the values that the change can restore.
        var playlist: Playlist
        let start: Int
        let count: Int
        let replaced: [MusicID]

        var id: PlaylistID { playlist.id }
        var name: String { playlist.name }
    }

    /// Restores the state before a change, at a time. Does nothing for a change without a playlist, or if the playlist of changed
    /// songs has been deleted.
    ///
    /// Throws `PlaylistError.nameInUse`.
    static func restore(_ action: UndoableChange.Action, change: Int64, at time: Date, in db: Database) throws {
        guard var before = try state(before: change, in: db) else { return }
        switch action {
        case .createPlaylist:
            try PlaylistTable.delete("SELECT row FROM playlist WHERE id = \(before.id.stored)", in: db)
        case .renamePlaylist:
            try OwnPlaylist.checkName(before.name, besides: before.id, in: db)
            try PlaylistTable.rename(before.id, to: before.name, at: time, in: db)
        case .deletePlaylist:
            try OwnPlaylist.checkName(before.name, besides: before.id, in: db)
            before.playlist.changed = time
            try PlaylistEntryWriter(db).write(before.replaced, of: PlaylistTable.addOwn(before.playlist, in: db))
        case .addToPlaylist, .moveInPlaylist, .removeFromPlaylist, .changePlaylist:
            guard let row = try OwnPlaylist.row(of: before.id, in: db) else { return }
            var entries = try StoredPlaylistEntries(row: row, in: db)
            var songs = entries.songs
            let start = min(max(0, before.start), songs.count)
            let count = min(max(0, before.count), songs.count - start)
            songs.replaceSubrange(start..<start + count, with: before.replaced)
            _ = try entries.replace(with: songs)
            try PlaylistTable.setChanged(time, row: row, in: db)
        case .bookmark, .unbookmark, .rate, .add, .check, .uncheck, .edit, .remove, .addToQueue, .moveInQueue,
            .removeFromQueue, .clearQueue, .replaceQueue:
            return
        }
    }

    private static func state(before change: Int64, in db: Database) throws -> State? {
        let find = try RawStatement(
            db,
            """
            SELECT playlist, name, start, count, replaced, text, sort, reversed, size, shared, comment, created
                FROM undo_playlist WHERE change = \(change)
            """)
        return try find.first { row in
            let replaced = try? JSONDecoder().decode([Int64].self, from: Data(row.text("replaced").utf8))
            let playlist = Playlist(
                id: PlaylistID(stored: row.integer("playlist")), name: row.text("name"),
                origin: PlaylistRow.savedSearch(row).map { .search($0) } ?? .own,
                isShared: row.optionalInteger("shared") == 1, comment: row.text("comment"),
                created: row.time("created"))
            return State(
                playlist: playlist, start: Int(row.integer("start")), count: Int(row.integer("count")),
                replaced: (replaced ?? []).map { MusicID(stored: $0) })
        }
    }
}
