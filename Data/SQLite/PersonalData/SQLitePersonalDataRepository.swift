public import FermataDomain
import Foundation
import GRDB

/// The bookmarks, ratings, playlists and sources of the library on disk, for export and import.
public struct SQLitePersonalDataRepository: PersonalDataRepository {
    private let library: SQLiteLibrary

    public init(library: SQLiteLibrary) {
        self.library = library
    }

    public func bookmarks(
        allowing filter: ExplicitFilter
    ) -> any AsyncSequence<[ExportedBookmark], any Error> & Sendable {
        library.batches { db, append in
            func appendBookmark(of song: ExportedSong, _ row: RawStatement) throws {
                var bookmark = song
                bookmark.bookmarked = row.time("bookmarked_time")
                try append(bookmark)
            }
            try AnnotatedSongReader.read("bookmarked = 1", allowing: filter, in: db, appendBookmark)
            if filter == .all { try AnnotatedSongReader.readUnmatched(in: "held_bookmark", db, appendBookmark) }
        }
    }

    public func ratings(allowing filter: ExplicitFilter) -> any AsyncSequence<[ExportedRating], any Error> & Sendable {
        library.batches { db, append in
            func appendRating(of song: ExportedSong, _ row: RawStatement) throws {
                guard let rating = row.optionalInteger("rating").flatMap(Rating.init) else { return }
                try append(ExportedRating(rating, of: song))
            }
            try AnnotatedSongReader.read("rating IS NOT NULL", allowing: filter, in: db, appendRating)
            if filter == .all { try AnnotatedSongReader.readUnmatched(in: "held_rating", db, appendRating) }
        }
    }

    public func unmatchedBookmarkCount() async throws -> Int {
        try await library.read { db in
            // An import for a restricted listener also stores bookmarks of hidden songs.
            try Int.fetchOne(
                db,
                sql: """
                    SELECT count(*) FROM (
                        SELECT 1 FROM held_bookmark GROUP BY music
                            HAVING NOT max(id IN (SELECT id FROM record) OR id IN (SELECT id FROM music)))
                    """) ?? 0
        }
    }

    public func playlists(
        allowing filter: ExplicitFilter
    ) -> any AsyncSequence<[ExportedPlaylist], any Error> & Sendable {
        library.batches { db, append in
            let names = try SourceNameCache(db)
            let rows = try RawStatement(
                db,
                """
                SELECT playlist.row, \(PlaylistRow.uncountedColumns) FROM \(PlaylistRow.table)
                    WHERE \(PlaylistRow.isOwn) OR playlist.source IN (SELECT id FROM source)
                    ORDER BY \(PlaylistRow.order)
                """)
            let find = try RawStatement(
                db,
                """
                SELECT entry.record, music.title, music.artist FROM playlist_entry AS entry
                    LEFT JOIN music ON music.row = \(LibrarySchema.row(of: "entry.record"))
                    WHERE entry.playlist = :playlist AND \(filter.condition ?? "1") ORDER BY entry.position
                """)
            while try rows.step() {
                let entries = try find.bind(["playlist": .integer(rows.integer("row"))]).all {
                    ExportedPlaylist.Entry(
                        id: MusicID(stored: $0.integer("record")), title: $0.optionalText("title"),
                        artist: $0.optionalText("artist"))
                }
                let playlist = PlaylistRow.playlist(rows, names: names)
                if filter != .all, entries.isEmpty, playlist.source != nil { continue }
                try append(ExportedPlaylist(playlist, entries: entries))
            }
        }
    }

    public func sources() async throws -> [ExportedSource] {
        try await library.read { db in
            try RawStatement(
                db, "SELECT name, kind, address, playlists, added, identity FROM source ORDER BY added, id"
            ).all { row in
                let source = Source(
                    name: row.text("name"), kind: row.text("kind"), address: row.text("address"),
                    playlists: row.optionalText("playlists"),
                    added: Date(timeIntervalSince1970: Double(row.integer("added"))))
                return ExportedSource(source, identity: row.optionalText("identity"))
            }
        }
    }

    public func add(_ bookmarks: [ExportedBookmark], allowing filter: ExplicitFilter) async throws -> [ImportResult] {
        if bookmarks.isEmpty { return [] }
        return try await library.write { db in
            let writer = try AnnotationImporter<Bool>(
                db, allowing: filter,
                insertUnmatched: HeldBookmarkTable.insertion(of: "SELECT :id, :music WHERE :value <> 0"))
            let results = try bookmarks.map { try writer.add(true, to: $0) }
            if results.contains(.added) { try db.notifyChanges(in: Table("music")) }
            return results
        }
    }

    public func add(_ ratings: [ExportedRating], allowing filter: ExplicitFilter) async throws -> [ImportResult] {
        if ratings.isEmpty { return [] }
        return try await library.write { db in
            let writer = try AnnotationImporter<Rating?>(
                db, allowing: filter, insertUnmatched: HeldRatingTable.insertion(of: "SELECT :id, :music, :value"))
            let results = try ratings.map { try writer.add($0.rating, to: $0.song) }
            if results.contains(.added) { try db.notifyChanges(in: Table("music")) }
            return results
        }
    }

    public func add(_ playlists: [ExportedPlaylist], allowing filter: ExplicitFilter) async throws -> [ImportResult] {
        if playlists.isEmpty { return [] }
        return try await library.write { db in
            let writer = try ImportedPlaylistWriter(db, allowing: filter)
            let results = try playlists.map(writer.add)
            if results.contains(.added) { try db.execute(sql: LibrarySchema.entryRecord.sql) }
            return results
        }
    }

    public func add(_ sources: [ExportedSource]) async throws -> [ImportResult] {
        try await library.write { db in try sources.map { try Self.add($0, in: db) } }
    }

    /// Adds a source. A source that was renamed since its export counts as existing.
    private static func add(_ exported: ExportedSource, in db: Database) throws -> ImportResult {
        let source = exported.source
        let isOther = try Bool.fetchOne(
            db,
            sql: """
                SELECT name = :name AND (kind, address) <> (:kind, :address) FROM source
                    WHERE name = :name OR (kind, address) = (:kind, :address)
                        OR coalesce(identity, name) = :identity
                    ORDER BY (kind, address) = (:kind, :address) DESC, name = :name DESC LIMIT 1
                """,
            arguments: [
                "name": source.name, "kind": source.kind, "address": source.address,
                "identity": exported.identity ?? source.name,
            ])
        if let isOther { return isOther ? .rejected(.otherAddress(source.name)) : .existing }
        do {
            try SQLiteSourceRepository.insert(source, identity: exported.identity, in: db)
            return .added
        } catch let error as SourceError {
            return .rejected(.source(error))
        }
    }
}

/// Reads bookmarked or rated songs for an export.
private enum AnnotatedSongReader {
    /// Calls a body with the allowed songs that meet a condition, in the order of ids, and with their rows of `music`.
    static func read(
        _ condition: String, allowing filter: ExplicitFilter, in db: Database,
        _ body: (ExportedSong, RawStatement) throws -> Void
    ) throws {
        let conditions = [condition, filter.condition].compactMap { $0 }.joined(separator: " AND ")
        let rows = try RawStatement(
            db,
            """
            SELECT row, id, title, artist, album, rating, \(BookmarkTimeTable.ofMusic) AS bookmarked_time FROM music
                WHERE \(conditions) ORDER BY id
            """)
        let others = try RawStatement(db, "SELECT id FROM record WHERE row = :row AND id <> :id ORDER BY id")
        while try rows.step() {
            others.bind(["row": .integer(rows.integer("row")), "id": .integer(rows.integer("id"))])
            let song = ExportedSong(
                id: MusicID(stored: rows.integer("id")), otherIDs: try ids(others), title: rows.text("title"),
                artist: rows.text("artist"), album: rows.text("album"))
            try body(song, rows)
        }
    }

    /// Calls a body with the songs of a table that the library does not contain, in the order of ids, and their rows.
    static func readUnmatched(
        in table: String, _ db: Database, _ body: (ExportedSong, RawStatement) throws -> Void
    ) throws {
        let rows = try RawStatement(
            db,
            """
            SELECT *, min(id), (SELECT time FROM bookmark_time WHERE bookmark_time.id = \(table).music) AS bookmarked_time
                FROM \(table) GROUP BY music ORDER BY music
            """)
        let others = try RawStatement(db, "SELECT id FROM \(table) WHERE music = :id AND id <> :id ORDER BY id")
        while try rows.step() {
            others.bind(["id": .integer(rows.integer("music"))])
            try body(ExportedSong(id: MusicID(stored: rows.integer("music")), otherIDs: try ids(others)), rows)
        }
    }

    private static func ids(_ rows: RawStatement) throws -> [MusicID] {
        try rows.all { MusicID(stored: $0.integer("id")) }
    }
}

/// Sets the annotations of an import on songs without one.
private struct AnnotationImporter<Value: StoredAnnotation> {
    private let db: Database
    private let find: RawStatement
    private let annotations: AnnotationWriter<Value>
    private let insertUnmatched: RawStatement

    /// `insertUnmatched` is the statement that stores the annotations of songs that the library does not contain.
    init(_ db: Database, allowing filter: ExplicitFilter, insertUnmatched: String) throws {
        self.db = db
        let allowed = filter.condition.map { "(\($0))" } ?? "1"
        // Music that is bookmarked without a source has no record.
        find = try RawStatement(
            db,
            """
            SELECT row, id, \(Value.columns.value) AS value, \(allowed) AS allowed FROM music
                WHERE row = coalesce((SELECT row FROM record WHERE id = :id), (SELECT row FROM music WHERE id = :id))
            """)
        annotations = try AnnotationWriter(db)
        self.insertUnmatched = try RawStatement(db, insertUnmatched)
    }

    func add(_ value: Value, to song: ExportedSong) throws -> ImportResult {
        for id in [song.id] + song.otherIDs {
            let found = try find.bind(["id": .integer(id.stored)]).first {
                (
                    row: $0.integer("row"), id: $0.integer("id"), isSet: $0.integer("value") != 0,
                    isAllowed: $0.integer("allowed") == 1
                )
            }
            // Hidden music counts as unknown, so that the result does not reveal it.
            guard let found, found.isAllowed else { continue }
            if found.isSet { return .existing }
            try annotations.set(value, row: found.row)
            try setTime(of: song, id: found.id, replacing: true)
            return .added
        }
        return try storeUnmatched(value, of: song) ? .unmatched : .existing
    }

    /// Stores the annotation under every id by which the music may arrive; returns whether one of them is new.
    private func storeUnmatched(_ value: Value, of song: ExportedSong) throws -> Bool {
        var isNew = false
        for id in [song.id] + song.otherIDs {
            insertUnmatched.bind([
                "id": .integer(id.stored), "music": .integer(song.id.stored), "value": .integer(value.stored),
            ])
            if try insertUnmatched.run() { isNew = true }
        }
        // Another bookmark of hidden music keeps its time.
        if isNew { try setTime(of: song, id: song.id.stored, replacing: false) }
        return isNew
    }

    private func setTime(of song: ExportedSong, id: Int64, replacing: Bool) throws {
        guard Value.hasTimes, let time = song.bookmarked else { return }
        try BookmarkTimeTable.set(time, of: id, replacing: replacing, in: db)
    }
}

/// Adds playlists of an import; the next sync of their source updates them.
private struct ImportedPlaylistWriter {
    private let db: Database
    private let find: RawStatement
    /// Finds an allowed entry of a playlist; nil if all playlists may be seen.
    private let findVisibleEntry: RawStatement?
    private let findSource: RawStatement
    private let entries: PlaylistEntryWriter

    init(_ db: Database, allowing filter: ExplicitFilter) throws {
        self.db = db
        findVisibleEntry = try filter.condition.map { condition in
            try RawStatement(
                db,
                """
                SELECT 1 FROM \(PlaylistRow.entries) WHERE entry.playlist = :playlist AND \(condition) LIMIT 1
                """)
        }
        find = try RawStatement(db, "SELECT row FROM playlist WHERE id = :id")
        findSource = try RawStatement(
            db,
            """
            SELECT id FROM source WHERE :name IN (name, coalesce(identity, name)) ORDER BY name = :name DESC LIMIT 1
            """)
        entries = try PlaylistEntryWriter(db)
    }

    private func isVisible(_ row: Int64) throws -> Bool {
        guard let findVisibleEntry else { return true }
        return try findVisibleEntry.bind(["playlist": .integer(row)]).hasRow()
    }

    func add(_ exported: ExportedPlaylist) throws -> ImportResult {
        let playlist = exported.playlist
        guard let name = playlist.source else { return try addOwn(exported) }
        // Rejected before the playlist is looked up, so that the result does not reveal a hidden one.
        guard let source = try findSource.bind(["name": .text(name)]).first({ $0.integer("id") }) else {
            return .rejected(.unknownSource(name))
        }
        find.bind(["id": .integer(playlist.id.stored)])
        if let row = try find.first({ $0.integer("row") }) { return try isVisible(row) ? .existing : .added }
        try entries.write(exported.entries.map(\.id), of: PlaylistTable.add(playlist, of: source, in: db))
        return .added
    }

    private func addOwn(_ exported: ExportedPlaylist) throws -> ImportResult {
        let playlist = exported.playlist
        if try find.bind(["id": .integer(playlist.id.stored)]).hasRow() { return .existing }
        do {
            try OwnPlaylist.checkName(playlist.name, besides: playlist.id, in: db)
        } catch PlaylistError.nameInUse(let name) {
            return .rejected(.playlistNameInUse(name))
        }
        try entries.write(exported.entries.map(\.id), of: PlaylistTable.addOwn(playlist, in: db))
        return .added
    }
}
