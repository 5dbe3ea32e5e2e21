import Dispatch
import FermataDomain
import GRDB
import Synchronization

/// Checks a library's file without changing it.
struct LibraryCheck {
    private let path: String
    private let patience: Duration

    /// `patience` is how long to wait for another program's transaction.
    init(path: String, patience: Duration) {
        (self.path, self.patience) = (path, patience)
    }

    /// Reads the file on two threads. Throws `LibraryError.cannotOpen`, `.newerVersion`, `.olderVersion` or `.busy`.
    func findings() throws -> Set<LibraryFinding> {
        do {
            let header = try LibraryHeader.check(path: path)
            if header == .nothing { return [] }
            try LibraryAccessMode.completeRollback(of: path, writing)
            let isDamagedLog = try whileUnchanged { try log()?.damagedFrames ?? 0 > 0 }
            // Opened first and closed last: it cannot write, so SQLite does not copy the log into the file at the end.
            let reader = try DatabaseQueue(path: LibraryAccessMode.readablePath(path), configuration: .readingLibrary)
            defer { withExtendedLifetime(reader) {} }
            if try reader.read(LibraryStructure.isForeign) {
                // The check of the content would run triggers.
                let findings = try reader.inDatabase(LibraryIntegrity.findings)
                if !findings.isEmpty, try isForeignLog() { return [.foreignLog] }
                return findings.union([.structure])
            }
            let (integrity, content) = Self.runInParallel(
                { try reader.inDatabase(LibraryIntegrity.findings) }, contentFindings)
            let findings = try integrity.get()
            guard findings.isEmpty else { return try isForeignLog() ? [.foreignLog] : findings }
            return try content.get().union(isDamagedLog ? [.log] : [])
        } catch LibraryError.damaged {
            return [.file]
        } catch let error as DatabaseError {
            switch error.resultCode {
            case _ where error.isDamage: return try isForeignLog() ? [.foreignLog] : [.file]
            case .SQLITE_BUSY, .SQLITE_LOCKED: throw LibraryError.busy(path: path)
            default: throw LibraryError.cannotOpen(path: path, StorageFailure(error))
            }
        }
    }

    /// Checks a library that this program has open, without blocking writers.
    ///
    /// Uses SQLite only: closing another descriptor of the file would drop this program's locks. So it leaves out the
    /// header, the log's checksums, and the search index, whose check needs a connection that writes.
    /// Source: https://www.sqlite.org/howtocorrupt.html#_posix_advisory_locks_canceled_by_a_separate_thread_doing_close_
    func findingsWhileOpen() async throws -> Set<LibraryFinding> {
        do {
            let path = LibraryAccessMode.readablePath(path)
            let reader = try DatabaseQueue(path: path, configuration: .readingLibrary)
            if try await reader.read(LibraryStructure.isForeign) { return [.structure] }
            // Without a transaction, because an unreadable page ends it.
            let findings = try await reader.unsafeRead(LibraryIntegrity.findings)
            return findings.isEmpty ? try await reader.read(LibraryContentCheck.findings) : findings
        } catch let error as DatabaseError {
            switch error.resultCode {
            case _ where error.isDamage: return [.file]
            case .SQLITE_INTERRUPT: throw CancellationError()
            default: throw LibraryError.busy(path: path)
            }
        }
    }

    /// Whether a file that is damaged together with its log is intact without it.
    ///
    /// SQLite would copy the log into the file as if it belonged to it.
    private func isForeignLog() throws -> Bool {
        try whileUnchanged {
            guard try log()?.offsets.isEmpty == false else { return false }
            return try isConsistent(LibraryAccessMode.immutable(path))
        }
    }

    /// Runs the body, which reads the log without SQLite, while no program can change it; returns false without a log.
    ///
    /// A library that cannot be changed needs no lock.
    private func whileUnchanged(_ body: () throws -> Bool) throws -> Bool {
        guard LibraryFiles(path).hasLog else { return false }
        if LibraryAccessMode.obstacle(to: path) != nil { return try body() }
        let lock = try WriterLock(path: path, patience: patience)
        defer { lock.release() }
        return try body()
    }

    private func log() throws -> WriteAheadLog? { try DatabaseBytes(path: path + "-wal").map(WriteAheadLog.init) }

    /// A file that SQLite cannot read is not consistent.
    private func isConsistent(_ path: String) throws -> Bool {
        do {
            return try DatabaseQueue(path: path, configuration: .readingLibrary)
                .inDatabase(LibraryIntegrity.isConsistent)
        } catch let error as DatabaseError where error.isDamage {
            return false
        }
    }

    /// Compares rows with each other and with the search index.
    private func contentFindings() throws -> Set<LibraryFinding> {
        let reader = try DatabaseQueue(path: LibraryAccessMode.readablePath(path), configuration: .readingLibrary)
        let findings = try reader.read { db in
            try LibraryContentCheck.findings(in: db)
        }
        guard findings.isEmpty, LibraryAccessMode.obstacle(to: path) == nil else { return findings }
        do {
            let writer = try DatabaseQueue(path: path, configuration: writing)
            try writer.writeWithoutTransaction { try LibraryIntegrity.checkSearchIndex($0, againstNames: true) }
            return []
        } catch let error as DatabaseError where error.isDamage {
            return [.search]
        }
    }

    private var writing: Configuration {
        var configuration = Configuration.library
        configuration.busyMode = .timeout(patience / .seconds(1))
        return configuration
    }

    /// Runs two operations at the same time on threads that may block.
    static func runInParallel<First: Sendable, Second: Sendable>(
        _ first: @Sendable () throws -> First, _ second: @Sendable () throws -> Second
    ) -> (Result<First, any Error>, Result<Second, any Error>) {
        let firstResult = Mutex<Result<First, any Error>>(.failure(CancellationError()))
        let secondResult = Mutex<Result<Second, any Error>>(.failure(CancellationError()))
        DispatchQueue.concurrentPerform(iterations: 2) { index in
            if index == 0 {
                let result = Result(catching: first)
                firstResult.withLock { $0 = result }
            } else {
                let result = Result(catching: second)
                secondResult.withLock { $0 = result }
            }
        }
        return (firstResult.withLock { $0 }, secondResult.withLock { $0 })
    }
}

/// SQLite's own checks of a database.
enum LibraryIntegrity {
    private static let findingsLimit = 100

    /// Whether SQLite finds damage in tables, indexes or the search index. Changes nothing. Throws `DatabaseError`.
    static func isDamaged(_ db: Database) throws -> Bool {
        guard try isConsistent(db) else { return true }
        try checkSearchIndex(db, againstNames: false)
        return false
    }

    /// Whether pages, tables and indexes agree.
    static func isConsistent(_ db: Database) throws -> Bool {
        try String.fetchOne(db, sql: "PRAGMA integrity_check(1)") == "ok"
    }

    /// Returns SQLite's findings in pages, tables and indexes, up to `findingsLimit`. Throws `DatabaseError`.
    static func findings(in db: Database) throws -> Set<LibraryFinding> {
        let rows = try String.fetchCursor(db, sql: "PRAGMA integrity_check(\(findingsLimit))")
        var messages: [String] = []
        do {
            while let message = try rows.next() { messages.append(message) }
        } catch let error as DatabaseError where error.isDamage && !messages.isEmpty {
            // SQLite names unreadable pages first, and stops where it needs their rows.
        }
        if messages == ["ok"] { return [] }
        let names = try? String.fetchSet(db, sql: "SELECT name FROM sqlite_schema")  // unreadable: no names are known
        // One message about pages may have many lines.
        return findings(in: messages.flatMap { $0.split(separator: "\n") }, names: names ?? [])
    }

    /// The tables, indexes and pages that lines of the check name; other names than those in the file are ignored.
    ///
    /// Source: https://www.sqlite.org/pragma.html#pragma_integrity_check
    private static func findings(in lines: [Substring], names: Set<String>) -> Set<LibraryFinding> {
        var (indexes, tables): ([String: Int], [String: Int]) = ([:], [:])
        var findings: Set<LibraryFinding> = []
        for line in lines where !line.hasPrefix("***") {
            if let match = line.wholeMatch(of: /(row|rowid|wrong #|non-unique) .*?index (.+)/),
                names.contains(String(match.2))
            {
                // `row 7 missing from index NAME`, `wrong # of entries in index NAME`, `non-unique entry in index NAME`
                indexes[String(match.2), default: 0] += match.1 == "wrong #" ? 0 : 1
            } else if let match = line.wholeMatch(of: /\S+ value in (.+)\.[^.]+/), names.contains(String(match.1)) {
                // `NULL value in NAME.column`, `TEXT value in NAME.column`
                tables[String(match.1), default: 0] += 1
            } else if let match = line.firstMatch(of: /[Pp]age (\d+): unable to get the page\. error code=8202\b/),
                let page = Int(match.1)
            {
                // 8202 is SQLITE_IOERR_DATA, the error of a wrong checksum.
                findings.insert(.page(page))
            } else {
                findings.insert(.file)
            }
        }
        return findings.union(indexes.map { .index($0, $1) }).union(tables.map { .table($0, $1) })
    }

    /// Checks the search index, which SQLite's own check leaves out; `againstNames` compares it with all songs' names.
    ///
    /// Changes nothing, but needs a connection that may write. Throws `DatabaseError`, for damage `.SQLITE_CORRUPT`.
    static func checkSearchIndex(_ db: Database, againstNames: Bool) throws {
        SearchFunctions.add(to: db)
        let rank = againstNames ? 1 : 0
        try db.execute(sql: "INSERT INTO music_search(music_search, rank) VALUES ('integrity-check', \(rank))")
    }
}

/// Compares the rows of a library with each other, in files that SQLite itself finds intact.
private enum LibraryContentCheck {
    static func findings(in db: Database) throws -> Set<LibraryFinding> {
        try musicFindings(in: db).union(toDoFindings(in: db)).union(playlistFindings(in: db)).union(references(in: db))
    }

    /// Compares music and its single artists with their sort keys.
    private static func musicFindings(in db: Database) throws -> Set<LibraryFinding> {
        let altered = try alteredSongs(in: db).union(songsOfAlteredArtists(in: db))
        return altered.isEmpty ? [] : [.text(.music, altered.count)]
    }

    /// The rows of songs that do not match their sort keys.
    private static func alteredSongs(in db: Database) throws -> Set<Int64> {
        let rows = try RawStatement(
            db,
            """
            SELECT row, title, artist, album, title_key, artist_key, album_key, title_order, album_artist,
                    album_artist_key
                FROM music
            """)
        var altered: Set<Int64> = []
        while try rows.step() {
            let (title, artist) = (rows.text("title"), rows.text("artist"))
            let albumArtist = AlbumArtist.name(rows.text("album_artist"), ofSongBy: artist)
            let keys = [title, artist, rows.text("album"), albumArtist].map { SortKey($0).text }
            let isOrdered = rows.blob("title_order") == TitleOrder.bytes(title: title, key: keys[0])
            let storedKeys = [
                rows.text("title_key"), rows.text("artist_key"), rows.text("album_key"), rows.text("album_artist_key"),
            ]
            if keys != storedKeys || !isOrdered { altered.insert(rows.integer("row")) }
        }
        return altered
    }

    /// The rows of songs with single artists that do not match their sort keys.
    private static func songsOfAlteredArtists(in db: Database) throws -> Set<Int64> {
        let rows = try RawStatement(db, "SELECT row, artist, artist_key FROM music_artist")
        var altered: Set<Int64> = []
        while try rows.step() {
            if SortKey(rows.text("artist")).text != rows.text("artist_key") { altered.insert(rows.integer("row")) }
        }
        return altered
    }

    /// Compares to-dos with the fingerprints by which duplicates are found.
    private static func toDoFindings(in db: Database) throws -> Set<LibraryFinding> {
        let rows = try RawStatement(db, "SELECT * FROM todo")
        var altered = 0
        while try rows.step() {
            if ToDoRow.toDo(rows).item.fingerprint != rows.integer("fingerprint") { altered += 1 }
        }
        return altered > 0 ? [.text(.toDos, altered)] : []
    }

    private static func playlistFindings(in db: Database) throws -> Set<LibraryFinding> {
        let rows = try RawStatement(db, "SELECT name, name_key FROM playlist")
        var altered = 0
        while try rows.step() {
            if SortKey(rows.text("name")).text != rows.text("name_key") { altered += 1 }
        }
        return altered > 0 ? [.text(.playlists, altered)] : []
    }

    private static func references(in db: Database) throws -> Set<LibraryFinding> {
        let isSourceMissing = "source NOT IN (SELECT id FROM source UNION SELECT \(SourceMask.unknownSource))"
        let isOfOther = "\(isSourceMissing) AND source <> \(SourceMask.ownPlaylists)"
        let recordings = "recording LEFT JOIN record ON record.id = recording.record"
        let missing: [(LibraryContent, String)] = [
            (.music, "record WHERE row NOT IN (SELECT row FROM music) OR \(isSourceMissing)"),
            (.music, "lyrics LEFT JOIN music USING (row) WHERE music.id IS NOT lyrics.music"),
            (.music, "music_artist WHERE row NOT IN (SELECT row FROM music)"),
            (.music, "\(recordings) WHERE record.row IS NOT recording.row"),
            (.music, "merged_record WHERE id NOT IN (SELECT id FROM record)"),
            (.music, "star WHERE record NOT IN (SELECT id FROM record)"),
            (.playlists, "playlist WHERE \(isOfOther)"),
            (.playlists, "saved_search WHERE playlist NOT IN (SELECT row FROM playlist)"),
            (.playlistEntries, "playlist_entry WHERE playlist NOT IN (SELECT row FROM playlist)"),
        ]
        var counts: [LibraryContent: Int] = [:]
        for (content, rows) in try missing + albumReferences(in: db) {
            counts[content, default: 0] += try Int.fetchOne(db, sql: "SELECT count(*) FROM \(rows)") ?? 0
        }
        return Set(counts.filter { $0.value > 0 }.map { .references($0.key, $0.value) })
    }

    /// Albums without songs, songs without their album, genres without an album, and genres of another size. An unfinished
    /// initial import has no albums yet.
    private static func albumReferences(in db: Database) throws -> [(LibraryContent, String)] {
        if try InitialImport.isUnfinished(in: db) { return [] }
        let isOfAlbum = "music.album_key = album.name_key AND music.album_artist_key = album.artist_key"
        let lacksAlbum = "NOT EXISTS (SELECT 1 FROM album WHERE \(isOfAlbum))"
        return [
            (.music, "album WHERE NOT EXISTS (SELECT 1 FROM music WHERE \(isOfAlbum))"),
            (.music, "music WHERE album_key <> \(ArtistColumns.emptyKey) AND \(lacksAlbum)"),
            (.music, "album_genre WHERE album NOT IN (SELECT row FROM album)"),
            (.music, "(SELECT * FROM genre EXCEPT \(AlbumTable.genres))"),
            (.music, "(SELECT genre FROM album_genre EXCEPT SELECT name FROM genre)"),
        ]
    }
}
