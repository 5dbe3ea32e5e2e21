import FermataDomain
import Foundation
import GRDB

/// The tables `playlist`, `playlist_entry` and `saved_search`: playlists, their songs, and the searches of some.
enum PlaylistTable {
    /// Adds a playlist with the values of its parameters; a playlist of a source has no `:shared`.
    static func insertion(source: Int64) -> String {
        """
        INSERT INTO playlist(id, source, fingerprint, name_key, name, shared, comment, created, changed)
            VALUES (:id, \(source), :fingerprint, :name_key, :name, :shared, :comment, :created, :changed)
        """
    }

    /// Replaces the values of the playlist `:id` at the time `:changed`, or without a change if that is null.
    static func update(source: Int64) -> String {
        """
        UPDATE playlist SET source = \(source), fingerprint = :fingerprint, name_key = :name_key, name = :name,
            changed = coalesce(:changed, changed) WHERE id = :id
        """
    }

    /// Adds a playlist without its entries, and returns its row. `source` is the id of the source that provides it.
    ///
    /// Without a fingerprint, the next sync of the source reads the playlist.
    static func add(_ playlist: Playlist, of source: Int64 = SourceMask.ownPlaylists, in db: Database) throws -> Int64 {
        let isShared = playlist.source == nil && playlist.isShared
        try RawStatement(db, insertion(source: source), isCached: true).bind([
            "id": .integer(playlist.id.stored), "fingerprint": .null, "name_key": .text(SortKey(playlist.name).text),
            "name": .text(playlist.name), "shared": isShared ? .integer(1) : .null,
            "comment": playlist.comment.isEmpty ? .null : .text(playlist.comment),
            "created": SQLValue(playlist.created), "changed": SQLValue(playlist.changed),
        ]).run()
        return db.lastInsertedRowID
    }

    /// Adds one of the library's own playlists without its entries, and returns its row.
    ///
    /// Creates the index by record, which a library without playlists lacks.
    static func addOwn(_ playlist: Playlist, in db: Database) throws -> Int64 {
        let row = try add(playlist, in: db)
        try db.execute(sql: LibrarySchema.entryRecord.sql)
        guard let search = playlist.search else { return row }
        try RawStatement(
            db,
            """
            INSERT INTO saved_search(playlist, text, sort, reversed, size)
                VALUES (:playlist, :text, :sort, :reversed, :size)
            """
        ).bind([
            "playlist": .integer(row), "text": .text(search.text), "sort": .text(search.order.rawValue),
            "reversed": .integer(search.isReversed ? 1 : 0), "size": SQLValue(search.limit),
        ]).run()
        return row
    }

    /// Gives one of the library's own playlists another name.
    static func rename(_ id: PlaylistID, to name: String, at time: Date, in db: Database) throws {
        try RawStatement(db, update(source: SourceMask.ownPlaylists)).bind([
            "id": .integer(id.stored), "fingerprint": .null, "name_key": .text(SortKey(name).text), "name": .text(name),
            "changed": SQLValue(time),
        ]).run()
    }

    /// Sets whether other libraries see the playlist in a row.
    static func setShared(_ isShared: Bool, row: Int64, in db: Database) throws {
        try db.execute(sql: "UPDATE playlist SET shared = \(isShared ? 1 : 0) WHERE row = \(row)")
    }

    /// Sets the comment of the playlist in a row; an empty one removes it.
    static func setComment(_ comment: String, row: Int64, in db: Database) throws {
        try RawStatement(
            db, "UPDATE playlist SET comment = nullif(:comment, '') WHERE row = \(row)", ["comment": .text(comment)]
        ).run()
    }

    /// Stores when the playlist in a row has changed.
    static func setChanged(_ time: Date, row: Int64, in db: Database) throws {
        try RawStatement(db, "UPDATE playlist SET changed = :time WHERE row = \(row)", ["time": SQLValue(time)]).run()
    }

    /// Adds all entries of a playlist to another one, which has none. The arguments are rows.
    static func copyEntries(of playlist: Int64, to other: Int64, in db: Database) throws {
        try db.execute(
            sql: """
                INSERT INTO playlist_entry(playlist, position, record)
                    SELECT \(other), position, record FROM playlist_entry WHERE playlist = \(playlist)
                """)
    }

    /// Deletes playlists and their entries; `rows` is a list or a `SELECT`.
    static func delete(_ rows: String, in db: Database) throws {
        try db.execute(
            sql: """
                DELETE FROM playlist_entry WHERE playlist IN (\(rows));
                DELETE FROM saved_search WHERE playlist IN (\(rows));
                DELETE FROM playlist WHERE row IN (\(rows))
                """)
    }

    /// Deletes all playlists of a source.
    static func delete(source: Int64, in db: Database) throws {
        try delete("SELECT row FROM playlist WHERE source = \(source)", in: db)
    }

    /// A statement that gives songs of the library's own playlists other ids; `songs` selects each as `former` and `id`.
    static func renaming(by songs: String) -> String {
        """
        UPDATE playlist_entry SET record = found.id FROM (\(songs)) AS found
            WHERE record = found.former AND record <> found.id
                AND playlist IN (SELECT row FROM playlist WHERE source = \(SourceMask.ownPlaylists))
        """
    }

    /// A statement that writes the entries of a repaired library; `entries` selects playlist, position and record.
    static func repairEntries(_ entries: String) -> String {
        "INSERT OR IGNORE INTO playlist_entry(playlist, position, record) \(entries)"
    }

    /// Statements that restore the references of a repaired library, and make the next syncs read all playlists.
    static let repair = """
        UPDATE playlist SET source = \(SourceMask.unknownSource)
            WHERE source NOT IN (SELECT id FROM source UNION SELECT \(SourceMask.ownPlaylists));
        UPDATE playlist SET fingerprint = NULL;
        DELETE FROM saved_search WHERE playlist NOT IN (
            SELECT row FROM playlist WHERE source = \(SourceMask.ownPlaylists));
        """
}

/// Writes the entries of playlists.
struct PlaylistEntryWriter {
    private let insert: RawStatement
    private let clear: RawStatement

    init(_ db: Database) throws {
        clear = try RawStatement(
            db, "DELETE FROM playlist_entry WHERE playlist = :row AND position BETWEEN :first AND :last")
        insert = try RawStatement(
            db, "INSERT INTO playlist_entry(playlist, position, record) VALUES (:playlist, :position, :record)")
    }

    /// Removes the entries of the playlist in a row.
    func clear(row: Int64) throws { try clear(Int64.min...Int64.max, of: row) }

    /// Writes the records, in order, of the playlist in a row, which has none.
    func write(_ records: [MusicID], of row: Int64) throws { try write(records, of: row, at: 0...) }

    fileprivate func clear(_ positions: ClosedRange<Int64>, of row: Int64) throws {
        try clear.bind([
            "row": .integer(row), "first": .integer(positions.lowerBound), "last": .integer(positions.upperBound),
        ]).run()
    }

    /// Writes the records at free positions, at least as many.
    fileprivate func write(_ records: [MusicID], of row: Int64, at positions: some Sequence<Int64>) throws {
        for (position, record) in zip(positions, records) {
            try insert.bind([
                "playlist": .integer(row), "position": .integer(position), "record": .integer(record.stored),
            ]).run()
        }
    }
}

/// The entries of one of the library's own playlists. Their positions ascend, and may have gaps.
struct StoredPlaylistEntries {
    /// What a change has replaced: from an index on, a number of entries have replaced others.
    struct Replacement: Equatable {
        let start: Int
        let count: Int
        let replaced: [MusicID]
    }

    private let writer: PlaylistEntryWriter
    private let row: Int64
    private var positions: [Int64]
    private(set) var songs: [MusicID]

    /// Reads the entries of the playlist in a row.
    init(row: Int64, in db: Database) throws {
        writer = try PlaylistEntryWriter(db)
        self.row = row
        let entries = try RawStatement(
            db, "SELECT position, record FROM playlist_entry WHERE playlist = :row ORDER BY position",
            ["row": .integer(row)]
        ).all { (position: $0.integer("position"), song: MusicID(stored: $0.integer("record"))) }
        (positions, songs) = (entries.map(\.position), entries.map(\.song))
    }

    /// Adds songs at the end without reading the other entries, and returns what has changed.
    static func add(_ songs: [MusicID], row: Int64, in db: Database) throws -> Replacement {
        let find = try RawStatement(
            db,
            "SELECT count(*) AS count, coalesce(max(position), -1) AS last FROM playlist_entry WHERE playlist = :row",
            ["row": .integer(row)])
        let (count, last) = try find.first { (Int($0.integer("count")), $0.integer("last")) } ?? (0, -1)
        guard last < Int64.max - Int64(songs.count) else {
            var entries = try StoredPlaylistEntries(row: row, in: db)
            return try entries.replace(with: entries.songs + songs)
        }
        try PlaylistEntryWriter(db).write(songs, of: row, at: (last + 1)...)
        return Replacement(start: count, count: songs.count, replaced: [])
    }

    /// Replaces the entries, and returns what has changed. Writes only the entries between the first and the last
    /// changed one, and those that follow if these do not fit at their positions.
    mutating func replace(with others: [MusicID]) throws -> Replacement {
        let start = zip(songs, others).prefix { $0 == $1 }.count
        let rest = zip(songs.dropFirst(start).reversed(), others.dropFirst(start).reversed()).prefix { $0 == $1 }.count
        let (old, new) = (start..<songs.count - rest, start..<others.count - rest)
        let replacement = Replacement(start: start, count: new.count, replaced: Array(songs[old]))
        if new.count <= old.count {
            // The positions of a damaged library may not ascend.
            if let first = positions[old].min(), let last = positions[old].max() {
                try writer.clear(first...last, of: row)
                try writer.write(Array(others[new]), of: row, at: positions[old])
            }
        } else {
            try rewrite(others, from: start)
        }
        songs = others
        return replacement
    }

    /// Writes all entries from an index on at consecutive positions.
    private func rewrite(_ others: [MusicID], from start: Int) throws {
        let last = start == 0 ? -1 : positions[start - 1]
        guard last < Int64.max - Int64(others.count) else { return try rewrite(others, from: 0) }
        try writer.clear((start == 0 ? .min : last + 1)...Int64.max, of: row)
        try writer.write(Array(others[start...]), of: row, at: (last + 1)...)
    }
}
