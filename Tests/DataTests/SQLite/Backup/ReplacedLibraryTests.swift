import FermataContracts
import FermataData
import FermataDomain
import Foundation
import GRDB
import Synchronization
import TestTraits
import Testing

@Suite("The library that a restored backup replaces")
struct ReplacedLibraryTests {
    @Test("has its own name after each restore, and the restored library has an empty log")
    func hasOwnName() async throws {
        let subject = try await BackedUpLibrary()
        try await subject.backUp(to: "backup")
        var paths: [String?] = []
        for _ in 1...3 {
            paths.append(try await subject.restore("backup").replacedPath)
            #expect(try subject.bytes("library.sqlite-wal").isEmpty)
        }
        let first = try #require(paths.first ?? nil)
        #expect(first.hasPrefix(subject.path + ".replaced-2023") && paths == [first, first + "-2", first + "-3"])
    }

    @Test("has the change that another program made while the restore waited for it")
    func hasConcurrentChange() async throws {
        let subject = try await BackedUpLibrary()
        try await subject.backUp(to: "backup")
        let probe = ConnectionProbe(subject.path)
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let other = try DatabaseQueue(path: subject.path, configuration: configuration)
        try await other.writeWithoutTransaction {
            try $0.execute(sql: "BEGIN IMMEDIATE; UPDATE music SET title = 'Late' WHERE title = 'Changes'")
        }
        let staged = try await subject.backups.stage(subject.folder.path("backup"))
        let restoring = Task { try await staged.restore() }
        // The last statement before the restore locks the library.
        try await waitUntil { probe.statements.contains { $0.hasPrefix("PRAGMA synchronous") } }
        #expect(try await subject.titles().contains("Changes"))
        try await other.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
        let replaced = try #require(try await restoring.value.replacedPath)
        #expect(try await subject.titles().contains("Changes"))
        #expect(try await subject.titles(in: URL(filePath: replaced).lastPathComponent).contains("Late"))
    }

    @Test("has what another program created while the restore began", arguments: [false, true])
    func hasConcurrentContent(hasFile: Bool) async throws {
        let subject = try await BackedUpLibrary()
        try await subject.backUp(to: "backup")
        let (path, time) = (subject.folder.path("other"), Date(timeIntervalSince1970: 1_700_000_000))
        _ = try SQLiteLibrary(path: subject.folder.path("created"))
        let created = try checkpointedFile(at: subject.folder.path("created"))
        if hasFile { try Data().write(to: URL(filePath: path)) }
        let backups = SQLiteBackupRepository(path: path, patience: .seconds(60), now: { time })
        let staged = try await backups.stage(subject.folder.path("backup"))
        #expect(staged.present == .missing)
        // The restore opens the library to lock it, after it has found no content.
        let isFirst = Atomic(true)
        let probe = ConnectionProbe(
            path,
            opened: {
                guard isFirst.exchange(false, ordering: .relaxed) else { return }
                try? created.write(to: URL(filePath: path))  // the content is compared below
            })
        let replaced = try #require(try await staged.restore().replacedPath)
        withExtendedLifetime(probe) {}
        #expect(replaced == path + ".replaced-20231114T221320Z")
        #expect(try Data(contentsOf: URL(filePath: replaced)) == created)
        #expect(try await subject.titles(in: "other") == subject.titles())
    }

    @Test("has its log after a failed restore, and beside it after the next restore")
    func staysAfterFailure() async throws {
        let subject = try await BackedUpLibrary()
        try await subject.backUp(to: "backup")
        let (path, replaced) = (subject.folder.path("damaged"), "damaged.replaced-20231114T221320Z")
        let files = ["": Data(repeating: 0x55, count: 3_000), "-wal": Data("log".utf8), "-shm": Data("index".utf8)]
        for (ending, bytes) in files { try bytes.write(to: URL(filePath: path + ending)) }
        let obstacle = subject.folder.path(replaced + "-shm")
        #expect(mkdir(obstacle, 0o700) == 0)
        let time = Date(timeIntervalSince1970: 1_700_000_000)
        let backups = SQLiteBackupRepository(path: path, patience: .seconds(60), now: { time })
        let failing = try await backups.stage(subject.folder.path("backup"))
        #expect(failing.present == .unreadable)
        await #expect(throws: LibraryError.cannotWrite(path: path, .isFolder)) { try await failing.restore() }
        // SQLite builds the shared memory again.
        let stored = files.filter { $0.key != "-shm" }
        for (ending, bytes) in stored { #expect(try subject.bytes("damaged" + ending) == bytes, "\(ending)") }
        #expect(try subject.names() == ["backup", "damaged", "library.sqlite"])
        #expect(rmdir(obstacle) == 0)
        let restored = try await backups.stage(subject.folder.path("backup")).restore()
        #expect(restored.replacedPath == subject.folder.path(replaced))
        for (ending, bytes) in stored { #expect(try subject.bytes(replaced + ending) == bytes, "\(ending)") }
        #expect(try await subject.titles(in: "damaged") == subject.titles())
    }

    @Test("may be missing although its log is left, and the log gets another name")
    func restoresBesideLog() async throws {
        let subject = try await BackedUpLibrary()
        try await subject.backUp(to: "backup")
        let path = subject.folder.path("other")
        try Data("log".utf8).write(to: URL(filePath: path + "-wal"))
        let backups = SQLiteBackupRepository(path: path, patience: .seconds(60), now: { Date() })
        let staged = try await backups.stage(subject.folder.path("backup"))
        #expect(staged.present == .missing)
        #expect(try await staged.restore().replacedPath == nil)
        let logs = try FileManager.default.contentsOfDirectory(atPath: subject.folder.url.path)
            .filter { $0.hasSuffix("-wal") && $0.hasPrefix("other") }
        #expect(logs.count == 1 && logs[0].hasPrefix("other.replaced-"))
        #expect(try subject.bytes(logs[0]) == Data("log".utf8))
        #expect(try await subject.titles(in: "other") == subject.titles())
    }

    @Test("is stored unless it is empty", arguments: [0, 1])
    func storesAnyContent(size: Int) async throws {
        let subject = try await BackedUpLibrary()
        try await subject.backUp(to: "backup")
        let path = subject.folder.path("other")
        let content = Data(repeating: 0x55, count: size)
        try content.write(to: URL(filePath: path))
        let backups = SQLiteBackupRepository(path: path, patience: .seconds(60), now: { Date() })
        let staged = try await backups.stage(subject.folder.path("backup"))
        #expect(staged.present == (size == 0 ? PresentLibrary.missing : .unreadable))
        let replaced = try await staged.restore().replacedPath
        #expect(try replaced.map { try Data(contentsOf: URL(filePath: $0)) } == (size == 0 ? nil : content))
        #expect(try await subject.titles(in: "other") == subject.titles())
    }

    @Test("opens without blocking the threads of tasks while another connection locks it")
    func waitsOutsideTasks() async throws {
        let subject = try await BackedUpLibrary()
        let copy = subject.folder.path("copy")
        let openedCount = Atomic(0)
        // The copy is not in WAL mode, so that opening it needs its lock.
        try await DatabaseQueue(path: subject.path, configuration: .patient).writeWithoutTransaction {
            try $0.execute(sql: "VACUUM INTO ?", arguments: [copy])
        }
        let probe = ConnectionProbe(subject.path, opened: { openedCount.add(1, ordering: .relaxed) })
        let library = try SQLiteLibrary(path: subject.path, patience: .seconds(20))
        let music = SQLiteMusicRepository(library: library, now: { Date() })
        _ = try await music.setBookmark(true, of: try await music.all().map(\.id))
        for ending in ["-wal", "-shm"] { try FileManager.default.removeItem(atPath: subject.path + ending) }
        #expect(rename(copy, subject.path) == 0)
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let other = try DatabaseQueue(path: subject.path, configuration: configuration)
        try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN; SELECT count(*) FROM music") }
        let before = openedCount.load(ordering: .relaxed)
        let count = 2 * ProcessInfo.processInfo.activeProcessorCount
        let reading = Task {
            try await withThrowingTaskGroup { group in
                for _ in 0..<count { group.addTask { try await music.count(MusicQuery()) } }
                for try await _ in group {}
            }
        }
        try await waitUntil { openedCount.load(ordering: .relaxed) >= before + count }
        try await other.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
        try await reading.value
        withExtendedLifetime(probe) {}
    }
}
