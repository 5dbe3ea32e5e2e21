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
}
