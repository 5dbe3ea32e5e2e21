import CPageChecksums
import FermataContracts
import FermataData
import FermataDomain
import Foundation
import GRDB
import TestServer
import Testing

@Suite("The state of a library that a backup copies")
struct BackupStateTests {
    @Test("is copied in steps of 1 MiB, without bytes after the last page")
    func reportsProgress() async throws {
        let subject = try await BackedUpLibrary()
        try change(subject.path, "CREATE TABLE filler AS SELECT zeroblob(1200000) AS bytes")
        try checkpoint(subject.path)
        let total = try Int64(subject.bytes("library.sqlite").count)
        try subject.overwrite("library.sqlite", at: Int(total), count: 4_096)
        var events: [BackupEvent] = []
        let backup = subject.folder.path("backup")
        for try await event in subject.backups.backUp(to: backup, replacing: false) { events.append(event) }
        #expect(
            events == [
                .progress(BackupProgress(written: 1 << 20, total: total)),
                .progress(BackupProgress(written: total, total: total)),
                .finished(LibraryBackup(path: backup, bytes: total)),
            ])
        #expect(try Int64(subject.bytes("backup").count) == total)
    }

    @Test("is that of the file, into which the log is moved first")
    func movesLog() async throws {
        let subject = try await BackedUpLibrary()
        try change(subject.path, "UPDATE music SET title = 'New' WHERE title = 'Changes'")
        try await subject.backUp(to: "backup")
        #expect(try subject.bytes("backup") == subject.bytes("library.sqlite"))
        #expect(try await subject.titles(in: "backup").contains("New"))
    }

    @Test("is complete while another program moves the log into the file")
    func readsPastCheckpoint() async throws {
        let subject = try await BackedUpLibrary()
        try change(subject.path, "UPDATE music SET title = 'New' WHERE title = 'Changes'")
        let index = open(subject.path + "-shm", O_RDWR)
        defer { close(index) }
        // The lock of a checkpoint. Source: https://www.sqlite.org/walformat.html#wal_locks
        #expect(WALRecoveryLock.lock(121..<122, of: index))
        try await subject.backUp(to: "backup")
        #expect(try subject.integrity(of: "backup") == ["ok"])
        #expect(try await subject.titles(in: "backup").contains("New"))
    }

    @Test("is checked if an older reader prevents a copy of the file")
    func checksCopiedPages() async throws {
        let subject = try await BackedUpLibrary()
        // Without checksums, SQLite copies a damaged page.
        let path = subject.folder.path("old")
        try LibraryWithoutChecksums.make(at: path, from: subject.path)
        let bytes = try subject.bytes("old")
        // The first byte of an index's leaf page is 10.
        let pages = stride(from: 0, to: bytes.count, by: 4_096).reversed()
        try subject.overwrite("old", at: try #require(pages.first { bytes[$0] == 10 }), count: 4_096)
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let reader = try DatabaseQueue(path: path, configuration: configuration)
        try await reader.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA journal_mode = WAL; BEGIN")
            _ = try Int.fetchOne(db, sql: "SELECT count(*) FROM source")
        }
        try change(path, "UPDATE source SET rejected = 7")
        let backups = SQLiteBackupRepository(path: path, patience: .seconds(60), now: { Date() })
        await #expect(throws: BackupError.damagedLibrary(path: path)) {
            for try await _ in backups.backUp(to: subject.folder.path("backup"), replacing: false) {}
        }
        try await reader.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
        #expect(try subject.names() == ["library.sqlite", "old"])
    }

    @Test("has checksums on all pages if an older reader prevents a copy of the file")
    func copiesChecksums() async throws {
        let subject = try await BackedUpLibrary()
        // More than SQLite's cache contains, so that it writes pages before the first one.
        try change(subject.path, "CREATE TABLE filler AS SELECT randomblob(4000000) AS bytes")
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let reader = try DatabaseQueue(path: subject.path, configuration: configuration)
        try await reader.writeWithoutTransaction { db in
            try db.execute(sql: "BEGIN")
            _ = try Int.fetchOne(db, sql: "SELECT count(*) FROM source")
        }
        try change(subject.path, "UPDATE source SET rejected = 7")
        try await subject.backUp(to: "backup")
        try await reader.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
        let bytes = [UInt8](try subject.bytes("backup"))
        let unverified = stride(from: 0, to: bytes.count, by: 4_096).filter { start in
            let page = Array(bytes[start..<start + 4_096])
            return !page_has_checksum(page, page.count) && page.contains { $0 != 0 }
        }
        #expect(unverified.isEmpty)
    }

    @Test("is not copied if the library is removed or replaced meanwhile", arguments: [false, true])
    func refusesReplacedLibrary(isReplaced: Bool) async throws {
        let subject = try await BackedUpLibrary()
        try await subject.backUp(to: "other")
        let (path, other) = (subject.path, subject.folder.path("other"))
        // The snapshot reads the length of the library after it has opened the file, and before it moves the log.
        let probe = ConnectionProbe(
            path,
            started: { sql in
                if sql == "PRAGMA page_count" { _ = isReplaced ? rename(other, path) : unlink(path) }
            })
        await #expect(throws: LibraryError.replaced(path: path)) { try await subject.backUp(to: "backup") }
        withExtendedLifetime(probe) {}
        #expect(try subject.names() == [isReplaced ? "library.sqlite" : "other"])
    }

    @Test("is refused if it has no tables")
    func refusesEmptyLibrary() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("library.sqlite")
        try change(path, "CREATE TABLE a(b); DROP TABLE a")
        let backup = folder.path("backup")
        await #expect(throws: BackupError.notVerified(path: backup)) {
            let backups = SQLiteBackupRepository(path: path, patience: .seconds(60), now: { Date() })
            for try await _ in backups.backUp(to: backup, replacing: false) {}
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["library.sqlite"])
    }
}
