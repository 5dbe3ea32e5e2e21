import FermataDomain
import GRDB

/// Copies the readable rows of a damaged library into a new one.
///
/// Reads every page once, in order, and recognizes the table of each row by its columns, so that the repair needs
/// neither the header nor the indexes nor the upper pages of the damaged file. Memory does not grow with the file.
final class DatabaseRepair {
    private let pages: DatabasePages
    private let db: Database
    private let tables: [StoredTable]
    private var repairs: [String: TableRepair] = [:]
    /// The first page of each readable index.
    private var indexes: [String: Int] = [:]
    /// The number of pages in use whose checksum is wrong. Their rows are still read.
    private(set) var damagedPages = 0
    /// The last number of a to-do.
    /// The last numbers that were given out, by the names of their rows in `sqlite_sequence`.
    private var lastNumbers: [String: Int64] = ["todo": 0, "undo": 0]

    init(from pages: DatabasePages, into db: Database) throws {
        self.pages = pages
        self.db = db
        tables = try StoredTable.all(in: db)
        try PlaylistEntryRepair.begin(in: db)
        for table in tables {
            let target = table.name == "playlist_entry" ? PlaylistEntryRepair.table : nil
            repairs[table.name] = try TableRepair(table, into: db, target: target)
        }
    }

    /// Throws `DatabaseError` if the new library cannot be written.
    func run() throws -> [LibraryRepair.Count] {
        try InitialImport.begin(in: db)
        try copyRows()
        try copyBookmarksOfLostMusic()
        try copyRatingsOfLostMusic()
        try continueNumbers()
        try repairFingerprints()
        repairs["playlist_entry"]?.count = try PlaylistEntryRepair.finish(in: db)
        try RepairedReferences.restore(in: db)
        try db.execute(sql: "INSERT INTO music_search(music_search) VALUES ('rebuild')")
        for step in InitialImport.ending { try step(db) }
        return try counts()
    }

    private func copyRows() throws {
        let free = pages.freePages()
        var (bytes, row): ([UInt8], StoredRow) = ([], StoredRow())
        try pages.forEachNumber { number in
            if free.contains(number) { return }
            if pages.read(number, into: &bytes) == .wrong { damagedPages += 1 }
            guard let page = StoredPage(bytes, number: number, usable: pages.usable) else { return }
            let candidates = tables.filter { $0.isStored(on: page.kind) }
            try page.forEachRow(of: pages, into: &row) { row in try copy(row, on: page, as: candidates) }
        }
    }

    private func copy(_ row: StoredRow, on page: StoredPage, as candidates: [StoredTable]) throws {
        guard let table = candidates.first(where: { $0.fits(row) }) else { return findIndex(row) }
        if table.name == "sqlite_sequence" { return findNumber(row) }
        try repairs[table.name]?.write(row)
    }

    /// Reads an index's name and first page from a row of SQLite's own schema table.
    private func findIndex(_ row: StoredRow) {
        guard row.values.count == 5, row.text(0) == "index", let name = row.text(1), let root = row.integer(3) else {
            return
        }
        indexes[name] = Int(exactly: root)
    }

    private func findNumber(_ row: StoredRow) {
        guard let name = row.text(0), let last = lastNumbers[name], let number = row.integer(1),
            (0...Int64(Int32.max)).contains(number)
        else { return }
        lastNumbers[name] = max(last, number)
    }

    /// Stores the bookmarks of unreadable music, which indexes list, until a sync restores the music.
    ///
    /// The entries of these indexes end with id, explicit status, sources and row.
    private func copyBookmarksOfLostMusic() throws {
        let insertUnmatched = try RawStatement(
            db,
            HeldBookmarkTable.insertion(
                of: "SELECT :id, :id WHERE NOT EXISTS (SELECT 1 FROM music WHERE row = :row)"))
        for index in LibrarySchema.bookmarkIndexes {
            guard let root = indexes[index] else { continue }
            try StoredIndex(of: pages, root: root).forEachEntry { entry in
                guard let id = entry.integer(entry.values.count - 4), let row = entry.integer(entry.values.count - 1)
                else { return }
                try insertUnmatched.bind(["id": .integer(id), "row": .integer(row)]).run()
            }
        }
    }

    /// Stores the ratings of unreadable music, as its bookmarks.
    ///
    /// The entries of the index begin with the rating, and end with id, explicit status, sources, bookmark and row.
    private func copyRatingsOfLostMusic() throws {
        let insertUnmatched = try RawStatement(
            db,
            HeldRatingTable.insertion(
                of: "SELECT :id, :id, :rating WHERE NOT EXISTS (SELECT 1 FROM music WHERE row = :row)"))
        guard let root = indexes["rated_by_rating"] else { return }
        try StoredIndex(of: pages, root: root).forEachEntry { entry in
            guard let rating = entry.integer(0), let id = entry.integer(entry.values.count - 5),
                let row = entry.integer(entry.values.count - 1)
            else { return }
            try insertUnmatched.bind(["id": .integer(id), "rating": .integer(rating), "row": .integer(row)]).run()
        }
    }

    /// Continues the numbering of to-dos and of undoable changes.
    private func continueNumbers() throws {
        for (name, number) in lastNumbers {
            try db.execute(sql: "UPDATE sqlite_sequence SET seq = max(seq, \(number)) WHERE name = '\(name)'")
            guard db.changesCount == 0, number > 0 else { continue }
            try db.execute(sql: "INSERT INTO sqlite_sequence VALUES ('\(name)', \(number))")
        }
    }

    /// Recomputes the fingerprints of to-dos; a different one belongs to a damaged to-do.
    private func repairFingerprints() throws {
        let rows = try RawStatement(db, "SELECT * FROM todo")
        var found: [(number: Int64, fingerprint: Int64)] = []
        while try rows.step() {
            let fingerprint = ToDoRow.toDo(rows).item.fingerprint
            if fingerprint != rows.integer("fingerprint") { found.append((rows.integer("number"), fingerprint)) }
        }
        for (number, fingerprint) in found {
            try ToDoTable.setFingerprint(fingerprint, of: number, in: db)
        }
        repairs["todo"]?.alteredCount = found.count
    }

    private func counts() throws -> [LibraryRepair.Count] {
        try LibraryContent.allCases.map { content in
            guard let table = content.table, let repair = repairs[table.name] else {
                return .init(content, read: try bookmarkCount())
            }
            let listed = table.indexes.compactMap { indexes[$0] }
                .compactMap { StoredIndex(of: pages, root: $0).entryCount() }.max()
            // An index with fewer entries than rows is not complete.
            let lost = listed.flatMap { $0 < repair.count ? nil : $0 - repair.count }
            let alteredArtists = content == .music ? repairs["music_artist"]?.alteredCount ?? 0 : 0
            return .init(content, read: repair.count, lost: lost, altered: repair.alteredCount + alteredArtists)
        }
    }

    private func bookmarkCount() throws -> Int {
        let sql = """
            SELECT (SELECT count(*) FROM music WHERE bookmarked = 1) + (SELECT count(DISTINCT music) FROM held_bookmark)
            """
        return try Int.fetchOne(db, sql: sql) ?? 0
    }
}

extension LibraryContent {
    /// The table of this content and the indexes that list all its rows; nil for bookmarks, which music rows store.
    fileprivate var table: (name: String, indexes: [String])? {
        switch self {
        case .sources: ("source", ["sqlite_autoindex_source_1"])
        case .toDos: ("todo", ["todo_order", "todo_fingerprint"])
        case .music: ("music", ["music_id"] + LibrarySchema.orderIndexes.map(\.name))
        case .bookmarks: nil
        case .playlists: ("playlist", ["playlist_by_name", "playlist_of_source", "sqlite_autoindex_playlist_1"])
        case .playlistEntries: ("playlist_entry", [LibrarySchema.entryRecord.name])
        case .downloads: ("download", ["download_number"])
        }
    }
}

/// Writes the readable rows of one damaged table into a new library.
private final class TableRepair {
    /// The number of rows written.
    var count = 0
    /// The number of rows whose text does not match its sort key or fingerprint, so that one of them is damaged.
    var alteredCount = 0
    private let table: StoredTable
    /// The position of each sort key's text.
    private let keys: [Int: Int]
    /// The position of the song's artist; see `AlbumArtist`.
    private let artist: Int?
    /// The position of the order of titles.
    private let titleOrder: Int?
    private let insert: RawStatement

    /// `target` is the table to write, if it differs from the stored one.
    init(_ table: StoredTable, into db: Database, target: String? = nil) throws {
        self.table = table
        let values = table.columns.map { ":\($0)" }.joined(separator: ", ")
        let columns = table.columns.joined(separator: ", ")
        insert = try RawStatement(
            db, "INSERT OR IGNORE INTO \(target ?? table.name)(\(columns)) VALUES (\(values))")
        artist = table.columns.firstIndex(of: "artist")
        titleOrder = table.columns.firstIndex(of: TitleOrder.column)
        keys = table.columns.enumerated().reduce(into: [:]) { keys, column in
            guard column.element.hasSuffix("_key") else { return }
            keys[column.offset] = table.columns.firstIndex(of: String(column.element.dropLast(4)))
        }
    }

    /// Writes a row with recomputed sort keys, unless it is known.
    func write(_ row: StoredRow) throws {
        var values = row.values.indices.map { value($0, of: row) }
        values += Array(repeating: .null, count: table.columns.count - values.count)
        var isAltered = false
        for (key, text) in keys {
            let expected = SortKey(name(text, of: row)).text
            isAltered = isAltered || row.text(key) != expected
            values[key] = .text(expected)
        }
        if let titleOrder { isAltered = set(titleOrder, of: row, in: &values) || isAltered }
        insert.bind(values)
        guard try insert.run() else { return }
        count += 1
        if isAltered { alteredCount += 1 }
    }

    /// The name whose sort key is stored.
    private func name(_ column: Int, of row: StoredRow) -> String {
        let text = row.text(column) ?? ""
        guard table.columns[column] == "album_artist" else { return text }
        return AlbumArtist.name(text, ofSongBy: artist.flatMap(row.text) ?? "")
    }

    /// Recomputes the order of a title, and returns whether another one was stored.
    private func set(_ titleOrder: Int, of row: StoredRow, in values: inout [SQLValue]) -> Bool {
        let title = table.columns.firstIndex(of: "title").flatMap(row.text) ?? ""
        let order = TitleOrder.bytes(title: title, key: SortKey(title).text)
        defer { values[titleOrder] = .blob(order) }
        if case .blob(let stored) = values[titleOrder] { return stored != order }
        return false
    }

    private func value(_ column: Int, of row: StoredRow) -> SQLValue {
        if table.isRowID(column) { return .integer(row.rowID) }
        return switch row.values[column] {
        case .null: .null
        case .integer(let number): .integer(number)
        case .real(let number): .real(number)
        case .text(let range): .text(String(decoding: row.payload[range], as: UTF8.self))
        case .blob(let range): .blob(Array(row.payload[range]))
        }
    }

}

/// A table of the library, and how its rows are recognized on pages whose table is unknown.
///
/// The types of its columns distinguish each table from all others, except `playlist_entry`; see `PlaylistEntryRepair`.
private struct StoredTable {
    private enum Kind {
        case rowID, integer, real, text, blob
        /// Distinguishes the rows of `held_rating` from those of `play`, which end with a time.
        case rating
    }

    let name: String
    let columns: [String]
    private let hasRowID: Bool
    private let kinds: [(kind: Kind, isRequired: Bool)]
    /// The number of columns that the rows of earlier versions lack.
    private let addedColumns: Int

    /// The tables that a repair copies. Caches, indexes and tables that are derived from others are left out.
    static func all(in db: Database) throws -> [StoredTable] {
        try [
            StoredTable("source", in: db), StoredTable("todo", in: db),
            StoredTable("held_bookmark", in: db), StoredTable("held_rating", in: db), StoredTable("annotation", in: db),
            StoredTable("annotation_change", in: db),
            StoredTable("music", in: db, addedColumns: 3),
            StoredTable("lyrics", in: db), StoredTable("record", in: db), StoredTable("download", in: db),
            StoredTable("recording", in: db), StoredTable("merged_record", in: db), StoredTable("music_artist", in: db),
            StoredTable("playlist", in: db, addedColumns: 4), StoredTable("playlist_entry", in: db),
            StoredTable("saved_search", in: db), StoredTable("star", in: db, addedColumns: 3),
            StoredTable("playback", in: db, addedColumns: 2), StoredTable("queue", in: db),
            StoredTable("play", in: db), StoredTable("scrobble", in: db),
            StoredTable("account", in: db, addedColumns: 1), StoredTable("account_key", in: db),
            StoredTable("saved_position", in: db), StoredTable("bookmark_time", in: db),
            StoredTable("sqlite_sequence", in: db),
        ]
    }

    private init(_ name: String, in db: Database, addedColumns: Int = 0) throws {
        let columns = try db.columns(in: name)
        let key = try db.primaryKey(name)
        let hasRowID = key.isRowID
        self.name = name
        self.columns = columns.map(\.name)
        self.addedColumns = addedColumns
        self.hasRowID = hasRowID
        kinds = columns.map { column in
            let kind: Kind =
                switch (column.type, column.primaryKeyIndex) {
                case ("INTEGER", 1...) where hasRowID: .rowID
                case ("INTEGER", _) where column.name == "rating" && column.isNotNull: .rating
                case ("INTEGER", _),
                    ("", _) where column.name == "seq":
                    .integer
                case ("REAL", _): .real
                case ("BLOB", _): .blob
                default: .text
                }
            return (kind, column.isNotNull || name == "sqlite_sequence")
        }
    }

    /// Whether pages of a kind can contain rows of this table. Tables without row numbers are stored as indexes.
    func isStored(on page: StoredPage.Kind) -> Bool { hasRowID == (page == .tableLeaf) }

    /// Whether a column is the row's number, which is stored outside the values.
    func isRowID(_ column: Int) -> Bool { kinds[column].kind == .rowID }

    /// Whether a row has the number of columns and the types of this table.
    func fits(_ row: StoredRow) -> Bool {
        guard (columns.count - addedColumns...columns.count).contains(row.values.count) else { return false }
        return zip(row.values, kinds).allSatisfy { value, column in
            switch (value, column.kind) {
            case (.null, .rowID): true
            case (_, .rowID): false
            case (.null, _): !column.isRequired
            case (.integer(let number), .rating): Int(exactly: number).flatMap(Rating.init) != nil
            case (.integer, .integer), (.integer, .real), (.real, .real), (.text, .text), (.blob, .blob):
                true
            default: false
            }
        }
    }
}

/// Separates entries of playlists from entries of indexes.
///
/// Entries of playlists are three integers, and so are those of the indexes `playlist_entry_record`, `download_number`,
/// `todo_order`, `undo_bookmark_change` and `undo_annotation_change`. They are gathered in a temporary table until the
/// rows that they could belong to are known.
private enum PlaylistEntryRepair {
    static let table = "temp.stored_entry"
    /// Ids of records are 64-bit hashes; smaller numbers are rows of to-dos, and of the changes that can be undone.
    private static let smallestID = 1 << 32

    static func begin(in db: Database) throws {
        try db.execute(sql: "CREATE TEMP TABLE stored_entry(playlist INTEGER, position INTEGER, record INTEGER)")
    }

    /// Writes the entries of playlists in the new library, and returns their number.
    static func finish(in db: Database) throws -> Int {
        try db.execute(
            sql: """
                DELETE FROM temp.stored_entry WHERE playlist NOT IN (SELECT row FROM playlist)
                    OR record BETWEEN -\(smallestID) AND \(smallestID) OR EXISTS (
                        SELECT 1 FROM download WHERE id = record AND number = playlist AND state = stored_entry.position);
                \(PlaylistTable.repairEntries("SELECT playlist, position, record FROM temp.stored_entry"));
                DROP TABLE temp.stored_entry;
                """)
        return try Int.fetchOne(db, sql: "SELECT count(*) FROM playlist_entry") ?? 0
    }
}

/// Restores the references between the tables of a repaired library, of which any row may be missing.
private enum RepairedReferences {
    /// Restores all references, and makes the next sync read every source completely.
    static func restore(in db: Database) throws {
        try db.execute(
            sql: """
                \(MusicTable.repair)
                \(HeldRatingTable.repair)
                \(AnnotationTable.repair)
                \(LyricsTable.repair)
                \(RecordTable.repair)
                \(MusicTable.repairSources)
                \(HistoryTable.repair)
                \(AccountTable.repair)
                \(StarTable.repair)
                \(PlaylistTable.repair)
                \(SourceTable.repair)
                """)
        guard try !db.isEmpty("playlist") else { return }
        try db.execute(sql: LibrarySchema.entryRecord.sql)
    }
}
