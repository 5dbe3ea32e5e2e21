public import FermataDomain
import Foundation
import GRDB

/// The bookmarks, playlists and sources of the library on disk, for export and import.
public struct SQLitePersonalDataRepository: PersonalDataRepository {
    private let library: SQLiteLibrary

    public init(library: SQLiteLibrary) {
        self.library = library
    }

    public func bookmarks(
        allowing filter: ExplicitFilter
    ) -> any AsyncSequence<[ExportedBookmark], any Error> & Sendable {
        library.batches { db, append in
            try BookmarkReader.read(allowing: filter, in: db, append)
            if filter == .all { try BookmarkReader.readUnmatched(in: db, append) }
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
            let rows = try RawStatement(
                db,
                """
                SELECT playlist.row, playlist.id, playlist.name, source.name AS source FROM playlist
                    JOIN source ON source.id = playlist.source
                    ORDER BY playlist.name_key, playlist.name, playlist.id
                """)
            let find = try RawStatement(
                db,
                """
                SELECT entry.record, music.title, music.artist FROM playlist_entry AS entry
                    LEFT JOIN record ON record.id = entry.record LEFT JOIN music ON music.row = record.row
                    WHERE entry.playlist = :playlist AND \(filter.condition ?? "1") ORDER BY entry.position
                """)
            while try rows.step() {
                let entries = try find.bind(["playlist": .integer(rows.integer("row"))]).all {
                    ExportedPlaylist.Entry(
                        id: MusicID(stored: $0.integer("record")), title: $0.optionalText("title"),
                        artist: $0.optionalText("artist"))
                }
                if filter != .all, entries.isEmpty { continue }
                try append(
                    ExportedPlaylist(
                        id: PlaylistID(stored: rows.integer("id")), name: rows.text("name"),
                        source: rows.text("source"), entries: entries))
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
            let writer = try BookmarkImporter(db, allowing: filter)
            let results = try bookmarks.map(writer.add)
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

/// Reads bookmarks for an export.
private enum BookmarkReader {
    /// Reads the bookmarks of allowed music, in the order of ids.
    static func read(
        allowing filter: ExplicitFilter, in db: Database, _ append: (ExportedBookmark) throws -> Void
    ) throws {
        let conditions = ["bookmarked = 1", filter.condition].compactMap { $0 }.joined(separator: " AND ")
        let rows = try RawStatement(
            db, "SELECT row, id, title, artist, album FROM music WHERE \(conditions) ORDER BY id")
        let others = try RawStatement(db, "SELECT id FROM record WHERE row = :row AND id <> :id ORDER BY id")
        while try rows.step() {
            others.bind(["row": .integer(rows.integer("row")), "id": .integer(rows.integer("id"))])
            try append(
                ExportedBookmark(
                    id: MusicID(stored: rows.integer("id")), otherIDs: try ids(others), title: rows.text("title"),
                    artist: rows.text("artist"), album: rows.text("album")))
        }
    }

    /// Reads the bookmarks of music that the library does not contain, in the order of ids.
    static func readUnmatched(in db: Database, _ append: (ExportedBookmark) throws -> Void) throws {
        let rows = try RawStatement(db, "SELECT DISTINCT music AS id FROM held_bookmark ORDER BY music")
        let others = try RawStatement(
            db, "SELECT id FROM held_bookmark WHERE music = :id AND id <> :id ORDER BY id")
        while try rows.step() {
            others.bind(["id": .integer(rows.integer("id"))])
            try append(ExportedBookmark(id: MusicID(stored: rows.integer("id")), otherIDs: try ids(others)))
        }
    }

    private static func ids(_ rows: RawStatement) throws -> [MusicID] {
        try rows.all { MusicID(stored: $0.integer("id")) }
    }
}

/// Adds bookmarks of an import.
private struct BookmarkImporter {
    private let filter: ExplicitFilter
    private let find: RawStatement
    private let bookmarks: BookmarkWriter
    private let insertUnmatched: RawStatement

    init(_ db: Database, allowing filter: ExplicitFilter) throws {
        self.filter = filter
        let allowed = filter.condition.map { "(\($0))" } ?? "1"
        // Music that is bookmarked without a source has no record.
        find = try RawStatement(
            db,
            """
            SELECT row, bookmarked, \(allowed) AS allowed FROM music
                WHERE row = coalesce((SELECT row FROM record WHERE id = :id), (SELECT row FROM music WHERE id = :id))
            """)
        bookmarks = try BookmarkWriter(db)
        insertUnmatched = try RawStatement(db, HeldBookmarkTable.insertion(of: "VALUES (:id, :music)"))
    }

    func add(_ bookmark: ExportedBookmark) throws -> ImportResult {
        for id in [bookmark.id] + bookmark.otherIDs {
            let found = try find.bind(["id": .integer(id.stored)]).first {
                (row: $0.integer("row"), isSet: $0.integer("bookmarked") == 1, isAllowed: $0.integer("allowed") == 1)
            }
            // Hidden music counts as unknown, so that the result does not reveal it.
            guard let found, found.isAllowed else { continue }
            if found.isSet { return .existing }
            try bookmarks.set(true, row: found.row)
            return .added
        }
        return try storeUnmatched(bookmark) ? .unmatched : .existing
    }

    /// Stores the bookmark under every id by which the music may arrive; returns whether one of them is new.
    private func storeUnmatched(_ bookmark: ExportedBookmark) throws -> Bool {
        var isNew = false
        for id in [bookmark.id] + bookmark.otherIDs {
            insertUnmatched.bind(["id": .integer(id.stored), "music": .integer(bookmark.id.stored)])
            if try insertUnmatched.run() { isNew = true }
        }
        return isNew
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
                SELECT 1 FROM playlist_entry AS entry JOIN record ON record.id = entry.record
                    JOIN music ON music.row = record.row WHERE entry.playlist = :playlist AND \(condition) LIMIT 1
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

    func add(_ playlist: ExportedPlaylist) throws -> ImportResult {
        // Rejected before the playlist is looked up, so that the result does not reveal a hidden one.
        guard let source = try findSource.bind(["name": .text(playlist.source)]).first({ $0.integer("id") }) else {
            return .rejected(.unknownSource(playlist.source))
        }
        find.bind(["id": .integer(playlist.id.stored)])
        if let row = try find.first({ $0.integer("row") }) { return try isVisible(row) ? .existing : .added }
        // Without a fingerprint, the next sync reads the playlist.
        try RawStatement(db, PlaylistTable.insertion(source: source), isCached: true).bind([
            "id": .integer(playlist.id.stored), "fingerprint": .null,
            "name_key": .text(SortKey(playlist.name).text), "name": .text(playlist.name),
        ]).run()
        try entries.write(playlist.entries.map(\.id), of: db.lastInsertedRowID)
        return .added
    }
}
