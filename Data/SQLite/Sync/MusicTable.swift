import FermataDomain
import Foundation
import GRDB

/// Writes rows of music, their lyrics, their single artists and their search text.
final class MusicTable {
    /// The largest difference in seconds between two sources' durations of one recording.
    private static let durationTolerance = 2
    /// A condition that a row is the same recording; `other` precedes the names of the other recording's values.
    ///
    /// Compares names without letters or digits, such as `!!!`, by their text, because their sort keys are empty.
    static func isSameRecording(as other: String = ":") -> String {
        """
        artist_key = \(other)artist_key AND title_key = \(other)title_key AND album_key = \(other)album_key
        AND (title_key <> char(0x10FFFF) OR title = \(other)title)
        AND (artist_key <> char(0x10FFFF) OR artist = \(other)artist)
        AND (album_key <> char(0x10FFFF) OR album = \(other)album)
        AND abs(duration - \(other)duration) <= \(durationTolerance)
        """
    }

    private let db: Database
    private let insertMusic: RawStatement
    private let updateMusic: [(columns: [MusicColumn], statement: RawStatement)]
    private let primarySource: RawStatement
    private let lyrics: LyricsTable
    private let artists: MusicArtistTable
    private let insertText: RawStatement
    private let updateText: RawStatement
    private let findByID: RawStatement
    private let findSame: RawStatement
    private let findShared: RawStatement
    private let joinSource: RawStatement
    private let setExplicit: RawStatement
    private let setAudio: RawStatement
    private let setBookmark: RawStatement

    init(_ db: Database, now: Date) throws {
        self.db = db
        let names = ["id", "sources", "added", "bookmarked"] + MusicColumn.all.map { "\($0.name)" }
        let values = names.map { ":\($0)" }.joined(separator: ", ")
        insertMusic = try RawStatement(
            db, "INSERT INTO music(\(names.joined(separator: ", "))) VALUES (\(values))",
            ["added": .integer(Int64(now.timeIntervalSince1970))])
        updateMusic = try MusicColumn.groups.map { ($0, try RawStatement(db, Self.update(of: $0))) }
        // The primary source of a row has the lowest sourceMask; it provides the row's values.
        primarySource = try RawStatement(db, "SELECT 1 FROM music WHERE row = :row AND sources & -sources = :source")
        lyrics = try LyricsTable(db)
        artists = try MusicArtistTable(db)
        insertText = try RawStatement(db, "INSERT INTO music_search(rowid, text) VALUES (:row, :text)")
        updateText = try RawStatement(db, "UPDATE music_search SET text = :text WHERE rowid = :row AND text <> :text")
        findByID = try RawStatement(db, "SELECT row FROM music WHERE id = :id")
        findSame = try RawStatement(
            db,
            """
            SELECT row FROM music WHERE artist <> '' AND sources & :source = 0 AND \(Self.isSameRecording())
                AND \(RecordingTable.isPossible) LIMIT 1
            """)
        findShared = try RawStatement(
            db,
            """
            SELECT 1 FROM music WHERE row = :row AND sources & ~:source <> 0 AND NOT (\(Self.isSameRecording()))
            """)
        joinSource = try RawStatement(db, "UPDATE music SET sources = sources | :source WHERE row = :row")
        let explicit = MusicRow.stored(.explicit)
        setExplicit = try RawStatement(
            db, "UPDATE music SET explicit = \(explicit) WHERE row = :row AND explicit <> \(explicit)")
        setAudio = try RawStatement(
            db, "UPDATE music SET audio = :audio WHERE row = :row AND audio IS NOT :audio")
        setBookmark = try RawStatement(db, "UPDATE music SET bookmarked = 1 WHERE row = :row")
    }

    /// The row of the music with an id.
    func row(withID id: MusicID) throws -> Int64? {
        findByID.bind(id.stored, to: "id")
        return try findByID.first { $0.integer("row") }
    }

    /// The row of another source's music with the same texts and duration, unless the recordings' ids differ.
    func row(like record: ReadRecord, from sourceMask: Int64) throws -> Int64? {
        bindRecording(record, from: sourceMask, to: findSame)
        findSame.bind(RecordingID.stored(record.music.recording), to: "recording")
        return try findSame.first { $0.integer("row") }
    }

    /// Whether this source provides the row's values.
    func isProvided(_ row: Int64, by sourceMask: Int64) throws -> Bool {
        primarySource.bind(row, to: "row")
        primarySource.bind(sourceMask, to: "source")
        return try primarySource.first { _ in true } != nil
    }

    /// Whether other sources share the row and this record is no longer the same recording.
    func isShared(_ row: Int64, byOthersThan sourceMask: Int64, unlike record: ReadRecord) throws -> Bool {
        bindRecording(record, from: sourceMask, to: findShared)
        findShared.bind(row, to: "row")
        return try findShared.first { _ in true } != nil
    }

    func insert(_ record: ReadRecord, from sourceMask: Int64, isBookmarked: Bool) throws -> Int64 {
        insertMusic.bind(record.id.stored, to: "id")
        insertMusic.bind(isBookmarked ? 1 : 0, to: "bookmarked")
        insertMusic.bind(sourceMask, to: "sources")
        for column in MusicColumn.all { insertMusic.bind(column.value(record), to: column.name) }
        try insertMusic.run()
        let row = db.lastInsertedRowID
        try lyrics.insert(record.music.lyrics, row: row, id: record.id.stored)
        try artists.insert(record.music, row: row)
        insertText.bind(row, to: "row")
        insertText.bind(record.searchText, to: "text")
        try insertText.run()
        return row
    }

    /// Updates the changed values of a row, and returns whether any has changed.
    ///
    /// A source other than the primary one can only mark the row explicit, add single artists, and provide a file on
    /// this computer.
    @discardableResult
    func update(row: Int64, to record: ReadRecord, from sourceMask: Int64) throws -> Bool {
        guard try isProvided(row, by: sourceMask) else { return try supplement(row: row, with: record) }
        // The index reads the old text from the names, so it is updated before them.
        updateText.bind(row, to: "row")
        updateText.bind(record.searchText, to: "text")
        try updateText.run()
        // A source with keys provides lyrics on request; those that it has provided stay.
        let keepsLyrics = record.music.lyrics.isEmpty && record.music.needsKey
        var isChanged = try !keepsLyrics && lyrics.update(row: row, to: record.music.lyrics)
        for (columns, update) in updateMusic {
            update.bind(row, to: "row")
            for column in columns { update.bind(column.value(record), to: column.name) }
            try update.run()
            if db.changesCount > 0 { isChanged = true }
        }
        if try artists.update(row: row, to: record.music) { isChanged = true }
        return isChanged
    }

    private func supplement(row: Int64, with record: ReadRecord) throws -> Bool {
        var isChanged = false
        if record.music.explicit == .explicit {
            setExplicit.bind(row, to: "row")
            try setExplicit.run()
            isChanged = db.changesCount > 0
        }
        if let audio = record.music.audioURL, audio.isLocalAddress {
            setAudio.bind(row, to: "row")
            setAudio.bind(audio, to: "audio")
            try setAudio.run()
            isChanged = isChanged || db.changesCount > 0
        }
        if try artists.update(row: row, to: record.music) { isChanged = true }
        return isChanged
    }

    /// An `UPDATE` that runs only if a column differs.
    private static func update(of columns: [MusicColumn]) -> String {
        let values = columns.map { ("\($0.name)", value(of: "\($0.name)")) }
        let changes = values.map { "\($0) = \($1)" }.joined(separator: ", ")
        let differences = values.map { "\($0) IS NOT \($1)" }.joined(separator: " OR ")
        return "UPDATE music SET \(changes) WHERE row = :row AND (\(differences))"
    }

    /// While several sources share the row, it stays explicit if any marks it so, and a file on this computer stays its
    /// audio.
    private static func value(of column: String) -> String {
        let isShared = RecordingSchema.isShared
        let explicit = MusicRow.stored(.explicit)
        return switch column {
        case "explicit": "CASE WHEN explicit = \(explicit) AND \(isShared) THEN \(explicit) ELSE :explicit END"
        case "audio":
            """
            CASE WHEN audio GLOB 'file:*' AND ifnull(:audio, '') NOT GLOB 'file:*' AND \(isShared) THEN audio ELSE :audio END
            """
        default: ":\(column)"
        }
    }

    /// The value of `audio` after a source has left the row. A file of a folder that has left does not stay.
    static func audio(without source: Int64) -> String {
        """
        CASE WHEN audio GLOB 'file:*' AND (SELECT kind FROM source WHERE id = \(source)) = '\(Source.folderKind)' THEN NULL \
        ELSE audio END
        """
    }

    func join(row: Int64, source sourceMask: Int64) throws {
        joinSource.bind(sourceMask, to: "source")
        joinSource.bind(row, to: "row")
        try joinSource.run()
    }

    func bookmark(row: Int64) throws {
        setBookmark.bind(row, to: "row")
        try setBookmark.run()
    }

    /// Binds the values that identify a recording.
    private func bindRecording(_ record: ReadRecord, from sourceMask: Int64, to statement: RawStatement) {
        statement.bind(record.artist.text, to: "artist_key")
        statement.bind(record.title.text, to: "title_key")
        statement.bind(record.album.text, to: "album_key")
        statement.bind(record.music.duration.components.seconds, to: "duration")
        statement.bind(sourceMask, to: "source")
        statement.bind(record.music.title, to: "title")
        statement.bind(record.music.artist, to: "artist")
        statement.bind(record.music.album, to: "album")
    }
}
