import FermataContracts
import FermataData
import FermataDomain
import Foundation
import GRDB
import TestTraits
import Testing

@Suite("A library file")
struct SQLiteLibraryTests {
    private let folder: TemporaryFolder
    private let path: String
    private let time = TestTime()

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("library.sqlite")
    }

    @Test("flushes a change before acknowledging it")
    func flushesBeforeAcknowledging() async throws {
        let full = "2"
        for title in ["Carols", "Advent"] {
            let probe = ConnectionProbe(path)
            let library = try SQLiteLibrary(path: path)
            _ = try await SQLiteToDoRepository(library: library).add([ToDoEntry(item: ToDoItem(title: title))])
            #expect(probe.pragma("synchronous") == [full])
            #expect(probe.pragma("busy_timeout") == ["5000"])
        }
    }

    @Test("several programs can create it at the same time")
    func severalProgramsCreateIt() async throws {
        for round in 1...20 {
            let path = folder.path("\(round).sqlite")
            let counts = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 1...4 {
                    group.addTask {
                        let library = try SQLiteLibrary(path: path, patience: .seconds(60))
                        return try await SQLiteSourceRepository(library: library).sources().count
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(counts == [0, 0, 0, 0])
        }
    }

    @Test("a transaction killed before the library had a log is rolled back, also to read")
    func rollsBack() async throws {
        _ = try await TestLibrary(SampleMusic.all, path: path)
        let killed = folder.path("killed.sqlite")
        let queue = try DatabaseQueue(path: path, configuration: .patient)
        try await queue.writeWithoutTransaction { db in
            // Changed pages that do not fit into the cache are written before the commit.
            try db.execute(sql: "PRAGMA journal_mode = DELETE; PRAGMA cache_size = 1; BEGIN; DELETE FROM music")
            for ending in ["", "-journal"] {
                try FileManager.default.copyItem(atPath: path + ending, toPath: killed + ending)
            }
            try db.execute(sql: "ROLLBACK")
        }
        #expect(try await SQLiteLibraryFile(path: killed, now: { .now }).check() == [])
        #expect(!FileManager.default.fileExists(atPath: killed + "-journal"))
    }

    @Test("a new one can be read by its owner only; the mode of an existing one stays")
    func createsPrivateFiles() async throws {
        #expect(symlink("linked.sqlite", folder.path("link.sqlite")) == 0)
        for (name, file) in [("library.sqlite", "library.sqlite"), ("link.sqlite", "linked.sqlite")] {
            let library = try SQLiteLibrary(path: folder.path(name))
            _ = try await SQLiteToDoRepository(library: library).add([ToDoEntry(item: ToDoItem(title: "Carols"))])
            for ending in ["", "-wal", "-shm"] { #expect(try posixMode(of: folder.path(file + ending)) == 0o600) }
        }
        #expect(chmod(folder.path("linked.sqlite"), 0o640) == 0)
        let library = try SQLiteLibrary(path: folder.path("linked.sqlite"))
        _ = try await SQLiteToDoRepository(library: library).add([ToDoEntry(item: ToDoItem(title: "Advent"))])
        for ending in ["", "-wal"] { #expect(try posixMode(of: folder.path("linked.sqlite\(ending)")) == 0o640) }
    }

    @Test("rejects a library of a newer version without damage")
    func rejectsNewerVersion() async throws {
        _ = try await filled()
        try change(path, "PRAGMA user_version = 99")
        let before = try checkpointedFile(at: path)
        #expect(throws: LibraryError.newerVersion(path: path)) { try SQLiteLibrary(path: path) }
        #expect(try Data(contentsOf: URL(filePath: path)) == before)
    }

    @Test(
        "rejects another file and leaves it unchanged",
        arguments: ["Dear diary", "SQLite format 3\0" + String(repeating: "x", count: 4000)])
    func rejectsOtherFiles(content: String) throws {
        try Data(content.utf8).write(to: URL(filePath: path))
        #expect(throws: LibraryError.cannotOpen(path: path, .notALibrary)) {
            try SQLiteLibrary(path: path)
        }
        #expect(try Data(contentsOf: URL(filePath: path)) == Data(content.utf8))
    }

    @Test("rejects another program's database and leaves it unchanged")
    func rejectsOtherDatabases() throws {
        try DatabaseQueue(path: path).write { try $0.execute(sql: "CREATE TABLE diary(entry)") }
        let before = try Data(contentsOf: URL(filePath: path))
        #expect(throws: LibraryError.cannotOpen(path: path, .notALibrary)) {
            try SQLiteLibrary(path: path)
        }
        #expect(try Data(contentsOf: URL(filePath: path)) == before)
    }

    @Test("rejects another program's database with a log and leaves both unchanged", arguments: [true, false])
    func rejectsOtherDatabaseWithLog(hasTableInFile: Bool) throws {
        let original = folder.path("diary")
        let other = try DatabasePool(path: original)
        try other.write { try $0.execute(sql: "CREATE TABLE diary(entry)") }
        if hasTableInFile { try checkpoint(original) }
        try other.write { try $0.execute(sql: "INSERT INTO diary VALUES ('today')") }
        for ending in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: original + ending, toPath: path + ending)
        }
        try other.close()
        let files = [path, path + "-wal"].map { URL(filePath: $0) }
        let before = try files.map { try Data(contentsOf: $0) }
        #expect(throws: LibraryError.cannotOpen(path: path, .notALibrary)) { try SQLiteLibrary(path: path) }
        #expect(try files.map { try Data(contentsOf: $0) } == before)
    }

    @Test("rejects a device")
    func rejectsDevice() {
        let device = TestDevice.path(in: folder.url)
        #expect(throws: LibraryError.cannotOpen(path: device, .unsupported)) { try SQLiteLibrary(path: device) }
    }

    @Test("can be created in an empty file, unless a log has its content")
    func opensEmptyFile() throws {
        for ending in ["", "-wal"] { try Data().write(to: URL(filePath: path + ending)) }
        _ = try SQLiteLibrary(path: path)
        let emptied = folder.path("emptied.sqlite")
        try Data().write(to: URL(filePath: emptied))
        try Data([1]).write(to: URL(filePath: emptied + "-wal"))
        #expect(throws: LibraryError.damaged(path: emptied)) { try SQLiteLibrary(path: emptied) }
    }

    @Test(
        "opens if its creation ended before its first table",
        arguments: [
            "PRAGMA user_version = 0", "CREATE TABLE a(b); DROP TABLE a",
        ])
    func opensInterruptedCreation(sql: String) async throws {
        try change(path, sql)
        #expect(try await repository().all().isEmpty)
        #expect(try await filled().count(MusicQuery()) == SampleMusic.all.count)
    }

    @Test("rejects a path in a missing folder, and a link into one")
    func rejectsMissingFolder() {
        let path = folder.path("nowhere/library.sqlite")
        #expect(throws: LibraryError.cannotOpen(path: path, .folderMissing)) { try SQLiteLibrary(path: path) }
        let link = folder.path("link")
        #expect(symlink("nowhere/library.sqlite", link) == 0)
        #expect(throws: LibraryError.cannotOpen(path: link, .unreadable)) { try SQLiteLibrary(path: link) }
    }

    @Test("a change waits for another program's lock, then fails")
    func changeWaitsForLock() async throws {
        let repository = try await filled()
        let music = try #require(try await repository.all().first)
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let other = try DatabaseQueue(path: path, configuration: configuration)
        try other.inDatabase { try $0.execute(sql: "BEGIN EXCLUSIVE") }
        let impatient = SQLiteMusicRepository(
            library: try SQLiteLibrary(path: path, patience: .milliseconds(20)), now: { Date() })
        await #expect(throws: LibraryError.busy(path: path)) { try await impatient.setBookmark(true, of: music.id) }
        try other.inDatabase { try $0.execute(sql: "ROLLBACK") }
        #expect(try await impatient.setBookmark(true, of: music.id).isBookmarked)
    }

    @Test("a full disk fails the change and loses nothing")
    func fullDiskLosesNothing() async throws {
        let repository = try await filled()
        let probe = ConnectionProbe(path)
        let limited = try SQLiteLibrary(path: path)
        try limited.open(readers: 1)
        let before = try await repository.all()
        #expect(probe.pragma("max_page_count = 1").count == 1)
        let songs = (1...2_000).map {
            RemoteMusic(key: "\($0)", title: String(repeating: "long ", count: 100) + "\($0)")
        }
        await #expect(throws: LibraryError.cannotWrite(path: path, .full)) {
            try await SQLiteMusicRepository(library: limited, now: { Date() }).refresh("radio", with: songs)
        }
        #expect(try await repository.all() == before)
        #expect(try await self.repository().all() == before)
    }

    @Test("an I/O error fails the change as an error of the hardware")
    func reportsHardwareError() async throws {
        let faulty = try FaultyFolder(folder.url)
        let toDos = SQLiteToDoRepository(library: try SQLiteLibrary(path: path))
        try await toDos.add(titles: ["Carols"])
        var failures: [LibraryError] = []
        for number in 1...4 {
            faulty.plan(.error, at: number, remains: folder.url.appending(path: "remains"))
            do { try await toDos.add(titles: ["Advent \(number)"]) } catch let error as LibraryError {
                failures.append(error)
            }
        }
        faulty.plan()
        #expect(failures.contains(.cannotWrite(path: path, .hardware)))
        #expect(!failures.contains(.cannotWrite(path: path, .full)))
    }

    @Test("keeps each change of two programs that bookmark concurrently")
    func keepsBookmarksOfTwoPrograms() async throws {
        let songs = (1...200).map { RemoteMusic(key: "\($0)", title: "Song \($0)") }
        _ = try await filled(with: songs)
        let all = try await repository().all()
        let halves = [all[..<100], all[100...]]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for half in halves {
                let repository = repository(of: try SQLiteLibrary(path: path, patience: .seconds(60)))
                group.addTask { for music in half { _ = try await repository.setBookmark(true, of: music.id) } }
            }
            try await group.waitForAll()
        }
        #expect(try await repository().count(MusicQuery(bookmarkedOnly: true)) == 200)
    }

    @Test("the next sync completes an interrupted import")
    func nextSyncCompletesImport() async throws {
        let library = try SQLiteLibrary(path: path)
        let (music, sources) = (repository(of: library), SQLiteSourceRepository(library: library))
        try await sources.add(Source(name: "radio", kind: "test", address: "", added: time.now))
        let session = try await music.beginSync(over: "radio")
        try await session.apply(RemoteBatch(records: RemoteRecord.records(of: SampleMusic.all)))
        _ = try await session.flush()
        let other = try repository()
        let query = MusicQuery(order: .artist, window: Window(offset: 2, limit: 4))
        #expect(try await other.results(of: query) == query.results(from: try await other.all()))
        #expect(try await other.refresh("radio", with: SampleMusic.all).unchanged == SampleMusic.all.count)
        #expect(try await indexes().contains("music_by_title"))
    }

    private func filled(with songs: [RemoteMusic] = SampleMusic.all) async throws -> SQLiteMusicRepository {
        let library = try SQLiteLibrary(path: path)
        try await LibrarySeed(songs).fill(
            repository(of: library), SQLiteSourceRepository(library: library), time: time)
        return repository(of: library)
    }

    private func repository() throws -> SQLiteMusicRepository { repository(of: try SQLiteLibrary(path: path)) }

    private func repository(of library: SQLiteLibrary) -> SQLiteMusicRepository {
        let time = time
        return SQLiteMusicRepository(library: library, now: { time.now })
    }

    private func indexes() async throws -> [String] {
        try await DatabasePool(path: path).read { try $0.indexNames() }
    }
}
