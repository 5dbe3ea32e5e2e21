import FermataContracts
import FermataData
import FermataDomain
import GRDB
import Testing

@Suite("A sync of music into SQLite")
struct SQLiteMusicSyncSessionTests {
    @Test("stores the revision of an initial import after the indexes")
    func storesRevisionAfterIndexes() async throws {
        let path = try TemporaryFolder().path("library.sqlite")
        let probe = ConnectionProbe(path)
        let library = try SQLiteLibrary(path: path)
        let time = TestTime()
        let music = SQLiteMusicRepository(library: library, now: { time.now })
        try await SQLiteSourceRepository(library: library).add(
            Source(name: "radio", kind: "test", address: "", added: time.now))
        let session = try await music.beginSync(over: "radio")
        try await session.apply(RemoteBatch(records: RemoteRecord.records(of: SampleMusic.all)))
        _ = try await session.flush()
        let pages = try await DatabaseQueue(path: path).read { try Int.fetchOne($0, sql: "PRAGMA page_count") }
        #expect(!probe.pragma("max_page_count = \(try #require(pages))").isEmpty)
        await #expect(throws: LibraryError.self) { _ = try await session.finish(.complete(revision: "1")) }
        #expect(try await music.beginSync(over: "radio").revision == nil)
    }

    @Test("an initial import begins a transaction at 3,000 pending records")
    func beginsTransactionAtLimit() async throws {
        let (_, music) = try await library(kind: "test")
        let session = try await music.beginSync(over: "radio")
        for first in [1, 3_001] {
            let songs = (first..<first + 3_000).map { RemoteMusic(key: "\($0)", title: "Song \($0)") }
            try await session.apply(RemoteBatch(records: RemoteRecord.records(of: songs)))
        }
        // The second transaction begins when the first has ended.
        #expect(await session.summary.added == 3_000)
        #expect(try await session.finish(.complete(revision: nil)).added == 6_000)
    }

    @Test("begins a transaction at 8 MiB of pending records")
    func beginsTransactionAtByteLimit() async throws {
        let (_, music) = try await library(kind: "test")
        let session = try await music.beginSync(over: "radio")
        for number in 1...2 {
            let song = RemoteMusic(key: "\(number)", title: "Song \(number)")
            let record = RemoteRecord(position: number, fingerprint: UInt64(number), size: 8 << 20) { song }
            try await session.apply(RemoteBatch(records: [record]))
        }
        // The second transaction begins when the first has ended.
        #expect(await session.summary.added == 1)
        #expect(try await session.finish(.complete(revision: nil)).added == 2)
    }

    @Test("a cancelled initial import creates the indexes")
    func cancelledImportCreatesIndexes() async throws {
        let (path, music) = try await library(kind: "test")
        let session = try await music.beginSync(over: "radio")
        try await session.apply(RemoteBatch(records: RemoteRecord.records(of: SampleMusic.all)))
        #expect(try await !hasIndex(path))
        try await session.cancel()
        #expect(try await hasIndex(path))
        #expect(try await music.count(MusicQuery()) == SampleMusic.all.count)
    }

    @Test("waits for the write in progress in a cancelled task")
    func waitsForWriteInCancelledTask() async throws {
        let (path, music) = try await library(kind: "test")
        let session = try await music.beginSync(over: "radio")
        // The first batch prepares the library, which the other connection would block.
        try await session.apply(RemoteBatch(records: []))
        let other = try OpenTransaction(path: path)
        let songs = (1...3_000).map { RemoteMusic(key: "\($0)", title: "Song \($0)") }
        try await session.apply(RemoteBatch(records: RemoteRecord.records(of: songs)))
        let wait = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            await session.waitForWrite()
        }
        try other.end()
        await wait.value
        #expect(try await music.count(MusicQuery()) == 3_000)
    }

    @Test("stores the revision of a folder with rejected files if no song is missing")
    func storesRevisionWithRejectedFiles() async throws {
        let (_, music) = try await library(kind: Source.folderKind)
        let records = RemoteRecord.records(of: SampleMusic.all)
        let syncs: [(String, [RejectedRecord])] = [("1", []), ("2", [RejectedRecord(position: 1, .unreadable)])]
        for (revision, rejected) in syncs {
            let session = try await music.beginSync(over: "radio")
            try await session.apply(RemoteBatch(records: [], rejected: rejected))
            #expect(try await session.flush().rejectedCount == rejected.count)
            try await session.apply(RemoteBatch(records: records))
            #expect(try await session.finish(.complete(revision: revision)).removed == 0)
            #expect(try await music.beginSync(over: "radio").revision == revision)
        }
    }

    private func library(kind: String) async throws -> (path: String, music: SQLiteMusicRepository) {
        let (path, time) = (try TemporaryFolder().path("library.sqlite"), TestTime())
        let library = try SQLiteLibrary(path: path)
        try await SQLiteSourceRepository(library: library).add(
            Source(name: "radio", kind: kind, address: "/music", added: time.now))
        return (path, SQLiteMusicRepository(library: library, now: { time.now }))
    }

    /// Whether the library has an index that an initial import creates at its end.
    private func hasIndex(_ path: String) async throws -> Bool {
        try await DatabaseQueue(path: path).read { db in
            try db.indexes(on: "record").contains { $0.name == "record_id" }
        }
    }
}
