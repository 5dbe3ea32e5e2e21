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
    private let lyrics: LyricsTable
    /// The first page of each readable index.
    private var indexes: [String: Int] = [:]
    /// The number of pages in use whose checksum is wrong. Their rows are still read.
    private(set) var damagedPages = 0
    /// The last number of a to-do.
    private var lastNumber: Int64 = 0

    init(from pages: DatabasePages, into db: Database) throws {
        self.pages = pages
        self.db = db
        tables = try StoredTable.all(in: db)
        try PlaylistEntryRepair.begin(in: db)
        for table in tables {
            let target = table.name == "playlist_entry" ? PlaylistEntryRepair.table : nil
            repairs[table.name] = TableRepair(table, into: db, target: target)
        }
        lyrics = try LyricsTable(db)
    }

    /// Throws `DatabaseError` if the new library cannot be written.
    func run() throws -> [LibraryRepair.Count] {
        try InitialImport.begin(in: db)
        try copyRows()
        try copyBookmarksOfLostMusic()
        try continueNumbers()
        try repairFingerprints()
        repairs["playlist_entry"]?.count = try PlaylistEntryRepair.finish(in: db)
        try RepairedReferences.restore(in: db)
        try SearchTextSchema.rebuild(in: db)
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
        guard try repairs[table.name]?.write(row) == true, table.name == "music" else { return }
        try copyLyrics(of: row, in: table)
    }

    /// Up to version 7, the last value of music was its lyrics.
    private func copyLyrics(of row: StoredRow, in table: StoredTable) throws {
        let column = table.columns.firstIndex(of: TitleOrder.column)
        guard let text = column.flatMap(row.text), let id = table.columns.firstIndex(of: "id").flatMap(row.integer)
        else { return }
        try lyrics.insert(text, row: row.rowID, id: id)
    }

    /// Reads an index's name and first page from a row of SQLite's own schema table.
    private func findIndex(_ row: StoredRow) {
        guard row.values.count == 5, row.text(0) == "index", let name = row.text(1), let root = row.integer(3) else {
            return
        }
        indexes[name] = Int(exactly: root)
    }

    private func findNumber(_ row: StoredRow) {
        guard row.text(0) == "todo", let number = row.integer(1), (0...Int64(Int32.max)).contains(number) else {
            return
        }
        lastNumber = max(lastNumber, number)
    }

    /// Stores the bookmarks of unreadable music, which indexes list, until a sync restores the music.
    ///
    /// The entries of these indexes end with id, explicit status, sources and row.
    private func copyBookmarksOfLostMusic() throws {
        let insertWaiting = try RawStatement(
            db,
            """
            INSERT OR IGNORE INTO held_bookmark(id, music)
                SELECT :id, :id WHERE NOT EXISTS (SELECT 1 FROM music WHERE row = :row)
            """)
        for order in MusicOrdering.all {
            guard let root = indexes[order.bookmarkIndex.name] else { continue }
            try StoredIndex(of: pages, root: root).forEachEntry { entry in
                guard let id = entry.integer(entry.values.count - 4), let row = entry.integer(entry.values.count - 1)
                else { return }
                insertWaiting.bind(id, to: "id")
                insertWaiting.bind(row, to: "row")
                try insertWaiting.run()
            }
        }
    }

    /// Continues the numbering of to-dos.
    private func continueNumbers() throws {
        try db.execute(sql: "UPDATE sqlite_sequence SET seq = max(seq, \(lastNumber)) WHERE name = 'todo'")
        guard db.changesCount == 0, lastNumber > 0 else { return }
        try db.execute(sql: "INSERT INTO sqlite_sequence VALUES ('todo', \(lastNumber))")
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
            try db.execute(sql: "UPDATE todo SET fingerprint = \(fingerprint) WHERE number = \(number)")
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
        case .music: ("music", ["music_id"] + MusicOrdering.all.map(\.index.name))
        case .bookmarks: nil
        case .playlists: ("playlist", ["playlist_by_name", "playlist_of_source", "sqlite_autoindex_playlist_1"])
        case .playlistEntries: ("playlist_entry", [LibrarySchema.entryRecord.name])
        case .downloads: ("download", ["download_asked"])
        }
    }
}
