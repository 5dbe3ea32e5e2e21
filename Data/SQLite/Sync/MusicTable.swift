internal import FermataDomain
internal import Foundation
internal import GRDB

/// Writes rows of music and their search text.
final class MusicTable {
    /// The largest difference in seconds between two sources' durations of one recording.
    private static let durationTolerance = 2
    /// Compares names without letters or digits, such as `!!!`, by their text, since their sort keys are empty.
    private static let isSameRecording = """
        (title_key <> char(0x10FFFF) OR title = ?7) AND (artist_key <> char(0x10FFFF) OR artist = ?8)
        AND (album_key <> char(0x10FFFF) OR album = ?9) AND abs(duration - ?4) <= \(durationTolerance)
        """
    private static let columns = [
        "id", "explicit", "title_key", "artist_key", "album_key", "title", "artist", "album", "duration", "disc",
        "track", "popularity", "released", "genre", "artwork", "audio", "lyrics",
    ]
    /// Columns by index: an update rewrites only the indexes whose columns have changed.
    private static let groups = [
        ["explicit", "title_key", "title"], ["artist_key", "artist"], ["album_key", "disc", "track"], ["popularity"],
        ["released"],
        ["album", "duration", "genre", "artwork", "audio", "lyrics"],
    ]

    private let db: Database
    private let insertMusic: RawStatement
    private let updateMusic: [RawStatement]
    private let primarySource: RawStatement
    private let insertText: RawStatement
    private let updateText: RawStatement
    private let findByID: RawStatement
    private let findSame: RawStatement
    private let findShared: RawStatement
    private let joinSource: RawStatement
    private let setExplicit: RawStatement
    private let setBookmark: RawStatement

    init(_ db: Database, now: Date) throws {
        self.db = db
        let columns = Self.columns
        let values = Array(repeating: "?", count: columns.count).joined(separator: ", ")
        insertMusic = try RawStatement(
            db,
            "INSERT INTO music(\(columns.joined(separator: ", ")), sources, added) VALUES (\(values), ?, ?)")
        insertMusic.bind(Int64(now.timeIntervalSince1970), at: Int32(columns.count + 2))
        updateMusic = try Self.groups.map { try RawStatement(db, Self.update(of: $0)) }
        // The primary source of a row has the lowest sourceMask; it provides the row's values.
        primarySource = try RawStatement(db, "SELECT 1 FROM music WHERE row = ? AND sources & -sources = ?")
        insertText = try RawStatement(db, "INSERT INTO music_search(rowid, text) VALUES (?, ?)")
        updateText = try RawStatement(db, "UPDATE music_search SET text = ?2 WHERE rowid = ?1 AND text <> ?2")
        findByID = try RawStatement(db, "SELECT row FROM music WHERE id = ?")
        findSame = try RawStatement(
            db,
            """
            SELECT row FROM music WHERE artist_key = ?1 AND title_key = ?2 AND album_key = ?3
                AND artist <> '' AND sources & ?5 = 0 AND \(Self.isSameRecording) LIMIT 1
            """)
        findShared = try RawStatement(
            db,
            """
            SELECT 1 FROM music WHERE row = ?6 AND sources & ~?5 <> 0 AND NOT (artist_key = ?1 AND title_key = ?2
                AND album_key = ?3 AND \(Self.isSameRecording))
            """)
        joinSource = try RawStatement(db, "UPDATE music SET sources = sources | ? WHERE row = ?")
        let explicit = MusicRow.stored(.explicit)
        setExplicit = try RawStatement(
            db, "UPDATE music SET explicit = \(explicit) WHERE row = ? AND explicit <> \(explicit)")
        setBookmark = try RawStatement(db, "UPDATE music SET bookmarked = 1 WHERE row = ?")
    }

    /// The row of a new record: one with its id, or the same recording from another source.
    func row(of record: ReadRecord, from sourceMask: Int64) throws -> Int64? {
        findByID.bind(record.id.stored, at: 1)
        if let row = try findByID.first({ $0.integer(0) }) { return row }
        bindRecording(record, from: sourceMask, to: findSame)
        return try findSame.first { $0.integer(0) }
    }

    /// Whether this source provides the row's values.
    func isProvided(_ row: Int64, by sourceMask: Int64) throws -> Bool {
        primarySource.bind(row, at: 1)
        primarySource.bind(sourceMask, at: 2)
        return try primarySource.first { _ in true } != nil
    }

    /// Whether other sources share the row and this record is no longer the same recording.
    func isShared(_ row: Int64, byOthersThan sourceMask: Int64, unlike record: ReadRecord) throws -> Bool {
        bindRecording(record, from: sourceMask, to: findShared)
        findShared.bind(row, at: 6)
        return try findShared.first { _ in true } != nil
    }

    func insert(_ record: ReadRecord, from sourceMask: Int64) throws -> Int64 {
        insertMusic.bind(record.id.stored, at: 1)
        bindColumns(of: record, to: insertMusic)
        insertMusic.bind(sourceMask, at: Int32(Self.columns.count + 1))
        try insertMusic.run()
        let row = db.lastInsertedRowID
        insertText.bind(row, at: 1)
        insertText.bind(record.searchText.text, at: 2)
        try insertText.run()
        return row
    }

    /// A source other than the primary one can only mark the row explicit.
    func update(row: Int64, to record: ReadRecord, from sourceMask: Int64) throws {
        guard try isProvided(row, by: sourceMask) else {
            guard record.music.explicit == .explicit else { return }
            setExplicit.bind(row, at: 1)
            return try setExplicit.run()
        }
        for update in updateMusic {
            bindColumns(of: record, to: update)
            update.bind(row, at: 1)
            try update.run()
        }
        updateText.bind(row, at: 1)
        updateText.bind(record.searchText.text, at: 2)
        try updateText.run()
    }

    /// An `UPDATE` that runs only if a column differs; ?1 is the row.
    private static func update(of group: [String]) -> String {
        let places = group.map { column in (column, value(of: column, at: (columns.firstIndex(of: column) ?? 0) + 1)) }
        let changes = places.map { "\($0) = \($1)" }.joined(separator: ", ")
        let differences = places.map { "\($0) IS NOT \($1)" }.joined(separator: " OR ")
        return "UPDATE music SET \(changes) WHERE row = ?1 AND (\(differences))"
    }

    /// If any source marks the music explicit, it stays explicit while several sources share the row.
    private static func value(of column: String, at place: Int) -> String {
        guard column == "explicit" else { return "?\(place)" }
        let explicit = MusicRow.stored(.explicit)
        return "CASE WHEN explicit = \(explicit) AND sources & (sources - 1) <> 0 THEN \(explicit) ELSE ?\(place) END"
    }

    func join(row: Int64, source sourceMask: Int64) throws {
        joinSource.bind(sourceMask, at: 1)
        joinSource.bind(row, at: 2)
        try joinSource.run()
    }

    func bookmark(row: Int64) throws {
        setBookmark.bind(row, at: 1)
        try setBookmark.run()
    }

    /// Binds the values that identify a recording.
    private func bindRecording(_ record: ReadRecord, from sourceMask: Int64, to statement: RawStatement) {
        statement.bind(record.artist.text, at: 1)
        statement.bind(record.title.text, at: 2)
        statement.bind(record.album.text, at: 3)
        statement.bind(record.music.duration.components.seconds, at: 4)
        statement.bind(sourceMask, at: 5)
        statement.bind(record.music.title, at: 7)
        statement.bind(record.music.artist, at: 8)
        statement.bind(record.music.album, at: 9)
    }

    /// Binds all columns after the id.
    private func bindColumns(of record: ReadRecord, to statement: RawStatement) {
        let music = record.music
        statement.bind(MusicRow.stored(music.explicit), at: 2)
        statement.bind(record.title.text, at: 3)
        statement.bind(record.artist.text, at: 4)
        statement.bind(record.album.text, at: 5)
        statement.bind(music.title, at: 6)
        statement.bind(music.artist, at: 7)
        statement.bind(music.album, at: 8)
        statement.bind(music.duration.components.seconds, at: 9)
        statement.bind(music.disc, at: 10)
        statement.bind(music.track, at: 11)
        statement.bind(music.popularity, at: 12)
        statement.bind(music.released?.stored, at: 13)
        statement.bind(music.genre, at: 14)
        statement.bind(music.artworkURL, at: 15)
        statement.bind(music.audioURL, at: 16)
        statement.bind(music.lyrics, at: 17)
    }
}
