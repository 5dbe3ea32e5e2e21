import FermataContracts
import FermataData
import FermataDomain
import Foundation
import GRDB
import Synchronization
import Testing
import TestTraits

@Suite("The schema of a library, and its migration")
struct LibraryMigrationTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("library.sqlite")
    }

    @Test("a new library has exactly the schema of a stored one that was migrated", arguments: StoredLibrary.allCases)
    private func hasMigratedSchema(stored: StoredLibrary) async throws {
        let library = try await TestLibrary(SampleMusic.all, path: path)
        _ = try await SQLitePlaylistRepository(library: library.file, now: { Date() }).refresh(
            "radio", with: SamplePlaylists.all)
        try stored.make(at: folder.path("stored"))
        _ = try SQLiteLibrary(path: folder.path("stored"))
        let (new, migrated) = (try definitions(in: path), try definitions(in: folder.path("stored")))
        #expect(Set(new.keys) == Set(migrated.keys))
        for (name, sql) in new { #expect(sql == migrated[name], "\(name)") }
    }

    @Test("a stored library opens, lists its content and is intact", arguments: StoredLibrary.allCases)
    private func opensStoredLibrary(stored: StoredLibrary) async throws {
        try stored.make(at: path)
        let library = try SQLiteLibrary(path: path)
        let music = SQLiteMusicRepository(library: library, now: { Date() })
        #expect(try await music.all().map(\.title).sorted() == (1...9).map { "Song \($0)" })
        #expect(try await music.results(of: MusicQuery(text: "song 7")).map(\.title) == ["Song 7"])
        #expect(try await music.results(of: MusicQuery(bookmarkedOnly: true)).map(\.title) == ["Song 2", "Song 3"])
        #expect(
            try await SQLitePlaylistRepository(library: library, now: { Date() }).all().map(\.name).contains("Morning"))
        #expect(try await SQLiteToDoRepository(library: library).all().map(\.item.title) == ["Hear the band"])
        let changes = try await SQLiteUndoRepository(library: library, now: { Date() }).changes(
            allowing: .all, limit: 20)
        #expect(changes.count == stored.changeCount)
        #expect(try await SQLiteLibraryFile(path: path, now: { Date() }).check().isEmpty)
    }

    @Test("a library whose first import has not ended opens, and a sync ends the import")
    func opensUnfinishedLibrary() async throws {
        try StoredLibrary.version18.make(at: path)
        try change(path, "DROP INDEX music_by_album; DROP INDEX music_by_title; DELETE FROM album")
        let library = try SQLiteLibrary(path: path)
        #expect(try await SQLiteToDoRepository(library: library).all().map(\.item.title) == ["Hear the band"])
        let music = SQLiteMusicRepository(library: library, now: { Date() })
        _ = try await music.refresh("radio", with: SampleMusic.all)
        #expect(try await SQLiteAlbumRepository(library: library).results(of: AlbumQuery()).isEmpty == false)
        #expect(try await SQLiteLibraryFile(path: path, now: { Date() }).check().isEmpty)
    }

    @Test(
        "a later library keeps ratings, genres, playlists, the queue and annotations",
        arguments: [StoredLibrary.version18, .version19, .version20, .version21, .version22, .version23])
    private func keepsContent(stored: StoredLibrary) async throws {
        try stored.make(at: path)
        let library = try SQLiteLibrary(path: path)
        let music = SQLiteMusicRepository(library: library, now: { Date() })
        #expect(try await music.results(of: MusicQuery(text: "rating:4")).map(\.title) == ["Song 1", "Song 4"])
        let folk = try await music.results(of: MusicQuery(text: "genre:folk year:2001"))
        #expect(folk.map(\.title) == ["Song 1"])
        let playlists = SQLitePlaylistRepository(library: library, now: { Date() })
        let (evening, found) = (try await playlists.all()[0], try await playlists.all()[1])
        #expect([evening.name, found.name] == ["Evening", "Folk"])
        let songs = try await playlists.batches(of: evening.id, allowing: .all, window: .all).joined()
        #expect(songs.map(\.title) == ["Song 5", "Song 1", "Song 5"])
        #expect(found.origin == .search(SavedSearch(text: "genre:folk", order: .newest, isReversed: false, limit: 2)))
        let queue = try await SQLitePlaybackRepository(library: library, now: { Date() }).load().queue
        let queued = try await music.music(queue.entries.map(\.song), allowing: .all)
        #expect(queued.map(\.title) == ["Song 6", "Song 2"])
        let annotations = SQLiteSubjectAnnotationRepository(library: library, now: { Date() })
        #expect(
            try await annotations.annotations(of: annotations.all(allowing: .all).map(\.subject))
                == [SubjectAnnotations(isBookmarked: true, rating: .five), SubjectAnnotations(isBookmarked: true)])
        let albums = SQLiteAlbumRepository(library: library)
        let rated = try await albums.results(of: AlbumQuery(text: "rating:5"))
        #expect(rated.map(\.artist) == ["Artist 1"])
        let genres = try await albums.genres(in: .songs, allowing: .all, window: .all)
        #expect(
            genres == [
                Genre(name: "rock", songCount: 6, albumCount: 3), Genre(name: "folk", songCount: 3, albumCount: 3),
            ])
    }

    @Test("accounts that shared a library have their own, except the first one")
    func separatesAccounts() async throws {
        try StoredLibrary.version21.make(at: path)
        try change(
            path, "INSERT INTO account(name, name_key, admin) VALUES ('Zoe', 'zoe', 1), ('a', 'a', 0), ('b', 'b', 0)")
        let key = AccountKeyFile(path: URL.ofTest().appending(path: "accounts.key").path)
        let accounts = try await SQLiteAccountRepository(library: SQLiteLibrary(path: path), key: key).accounts()
        #expect(accounts.map(\.name) == ["Zoe", "a", "b"] && accounts[0].library == nil)
        #expect(Set(accounts.compactMap(\.library)).count == 2)
        #expect(accounts.compactMap(\.library).allSatisfy { $0.count == 16 && UInt64($0, radix: 16) != nil })
    }

    @Test("a repair of a migrated library keeps rows that lack columns", arguments: StoredLibrary.allCases)
    private func repairsMigratedLibrary(stored: StoredLibrary) async throws {
        try stored.make(at: path)
        try change(path, "INSERT INTO star(record, source, key, known) SELECT id, source, 'key', 1 FROM record LIMIT 1")
        _ = try SQLiteLibrary(path: path)
        try change(path, "CREATE TABLE other(a)")
        _ = try #require(try SQLiteLibraryFile(path: path, now: { Date() }).repairBlocking())
        let music = SQLiteMusicRepository(library: try SQLiteLibrary(path: path), now: { Date() })
        #expect(try await music.all().map(\.title).sorted() == (1...9).map { "Song \($0)" })
        #expect(try await music.count(MusicQuery(bookmarkedOnly: true)) == 2)
        let playlists = try await SQLitePlaylistRepository(library: SQLiteLibrary(path: path), now: { Date() }).all()
            .map(\.name)
        #expect(playlists == (stored == .version17 ? ["Morning"] : ["Evening", "Folk", "Morning"]))
        let stars = try await DatabaseQueue(path: path).read { try Int.fetchOne($0, sql: "SELECT count(*) FROM star") }
        #expect(stars == 1)
    }

    @Test("a library of an earlier version is refused and stays as it is", arguments: [1, 16])
    func refusesEarlierVersion(version: Int) async throws {
        _ = try await TestLibrary(SampleMusic.all, path: path)
        try change(path, "PRAGMA user_version = \(version)")
        let before = try checkpointedFile(at: path)
        #expect(throws: LibraryError.olderVersion(path: path)) { try SQLiteLibrary(path: path) }
        let file = SQLiteLibraryFile(path: path, now: { Date() })
        await #expect(throws: LibraryError.olderVersion(path: path)) { try await file.check() }
        await #expect(throws: LibraryError.olderVersion(path: path)) { try await file.repair() }
        #expect(try Data(contentsOf: URL(filePath: path)) == before)
    }

    @Test("no backup of an earlier version is restored, nor one over an earlier library")
    func restoresNoEarlierVersion() async throws {
        let subject = try await BackedUpLibrary()
        try await subject.backUp(to: "backup")
        try await subject.backUp(to: "old")
        let old = subject.folder.path("old")
        try change(old, "PRAGMA user_version = 16")
        try checkpoint(old)
        await #expect(throws: BackupError.olderVersion(path: old)) { try await subject.restore("old") }
        let backups = SQLiteBackupRepository(path: old, patience: .seconds(60), now: { Date() })
        await #expect(throws: LibraryError.olderVersion(path: old)) {
            _ = try await backups.stage(subject.folder.path("backup"))
        }
    }

    @Test("each missing step runs once and in order, after a note unless the library is new")
    func runsMissingSteps() throws {
        let queue = try DatabaseQueue()
        let notes = Mutex(0)
        let note = { notes.withLock { $0 += 1 } }
        let first = LibraryMigration.Step(to: 17, "CREATE TABLE song(title)")
        let second = LibraryMigration.Step(to: 18, "INSERT INTO song VALUES ('Low')")
        try LibraryMigration([first]).run(on: queue, migrating: note)
        #expect(notes.withLock { $0 } == 0)
        for _ in 1...2 { try LibraryMigration([first, second]).run(on: queue, migrating: note) }
        #expect(notes.withLock { $0 } == 1)
        #expect(try strings("SELECT title FROM song", in: queue) == ["Low"])
        #expect(try strings("PRAGMA user_version", in: queue) == ["18"])
    }

    @Test("a step creates its late indexes in an existing library, but not in a new one")
    func createsLateIndexes() throws {
        let first = LibraryMigration.Step(to: 17, "CREATE TABLE song(title)")
        let second = LibraryMigration.Step(
            to: 18, "ALTER TABLE song ADD COLUMN year", lateIndexes: [SQLIndex("song_by_year", on: "song(year)")])
        let (existing, new) = (try DatabaseQueue(), try DatabaseQueue())
        try LibraryMigration([first]).run(on: existing)
        for queue in [existing, new] { try LibraryMigration([first, second]).run(on: queue) }
        let indexes = "SELECT name FROM sqlite_schema WHERE type = 'index'"
        #expect(try strings(indexes, in: existing) == ["song_by_year"])
        #expect(try strings(indexes, in: new) == [])
    }

    @Test("all steps are one transaction, which may replace a table that others refer to")
    func runsStepsInOneTransaction() throws {
        let queue = try DatabaseQueue()
        let tables = LibraryMigration.Step(
            to: 17,
            """
            CREATE TABLE song(row INTEGER PRIMARY KEY); INSERT INTO song VALUES (1);
            CREATE TABLE verse(row INTEGER REFERENCES song(row) ON DELETE CASCADE); INSERT INTO verse VALUES (1)
            """)
        let replacement = LibraryMigration.Step(
            to: 18,
            """
            CREATE TABLE new_song(row INTEGER PRIMARY KEY); INSERT INTO new_song SELECT row FROM song;
            DROP TABLE song; ALTER TABLE new_song RENAME TO song
            """)
        try LibraryMigration([tables]).run(on: queue)
        for sql in ["nonsense", "DELETE FROM song"] {
            #expect(throws: DatabaseError.self) {
                try LibraryMigration([tables, replacement, .init(to: 19, sql)]).run(on: queue)
            }
            #expect(try strings("PRAGMA user_version", in: queue) == ["17"])
        }
        try LibraryMigration([tables, replacement]).run(on: queue)
        #expect(try strings("SELECT row FROM song UNION ALL SELECT row FROM verse", in: queue) == ["1", "1"])
        #expect(try strings("PRAGMA foreign_keys", in: queue) == ["1"])
    }

    /// The definitions in a library by type and name.
    private func definitions(in path: String) throws -> [String: String] {
        let sql = """
            SELECT type || ' ' || name AS name, sql FROM sqlite_schema
                WHERE sql IS NOT NULL AND name <> 'sqlite_sequence'
            """
        let rows = try DatabaseQueue(path: path, configuration: .patient).read { try Row.fetchAll($0, sql: sql) }
        return Dictionary(uniqueKeysWithValues: rows.map { ($0["name"], $0["sql"]) })
    }

    private func strings(_ sql: String, in queue: DatabaseQueue) throws -> [String] {
        try queue.read { try String.fetchAll($0, sql: sql) }
    }
}

/// Libraries of released versions as SQL, as `Tests/Recovery/store-library` has written them.
private enum StoredLibrary: CaseIterable {
    case version17
    case version18
    case version19
    case version20
    case version21
    case version22
    case version23

    func make(at path: String) throws {
        let queue = try DatabaseQueue(path: path)
        try queue.writeWithoutTransaction { db in try db.execute(sql: String(decoding: sql, as: UTF8.self)) }
        try queue.close()
    }

    /// How many changes can be undone: those of playlists and ratings since version 18, and of the queue since 20.
    var changeCount: Int {
        switch self {
        case .version17: 3
        case .version18, .version19: 9
        case .version20, .version21, .version22, .version23: 10
        }
    }

    private var sql: [UInt8] {
        switch self {
        case .version17: PackageResources.library_17_sql
        case .version18: PackageResources.library_18_sql
        case .version19: PackageResources.library_19_sql
        case .version20: PackageResources.library_20_sql
        case .version21: PackageResources.library_21_sql
        case .version22: PackageResources.library_22_sql
        case .version23: PackageResources.library_23_sql
        }
    }
}
