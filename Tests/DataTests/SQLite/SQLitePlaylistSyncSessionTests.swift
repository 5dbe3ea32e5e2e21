import FermataContracts
import FermataData
import FermataDomain
import GRDB
import Foundation
import Testing

@Suite("A sync of playlists into SQLite")
struct SQLitePlaylistSyncSessionTests {
    private let path: String
    private let library: SQLiteLibrary
    private let playlists: SQLitePlaylistRepository

    init() async throws {
        let library = try await TestLibrary(SampleMusic.all)
        try await library.sources.add(Source(name: "shop", kind: "test", address: "", added: library.time.now))
        (path, self.library) = (library.path, library.file)
        playlists = SQLitePlaylistRepository(library: library.file, now: { Date() })
    }

    @Test("imports without the index by record and creates it at the end")
    func createsIndexAtEnd() async throws {
        for end in [RemoteFetchResult.complete(revision: nil), .partial, nil] {
            let session = try await playlists.beginSync(over: "radio")
            try await session.apply(RemotePlaylistBatch(playlists: SamplePlaylists.all))
            _ = try await session.flush()
            #expect(try await !hasIndex())
            if let end { _ = try await session.finish(end) } else { try await session.cancel() }
            #expect(try await hasIndex())
            _ = try await playlists.refresh("radio", with: [])
        }
    }

    @Test("keeps the index if any source has playlists")
    func keepsIndexWithPlaylists() async throws {
        _ = try await playlists.refresh("shop", with: SamplePlaylists.all)
        let session = try await playlists.beginSync(over: "radio")
        try await session.apply(RemotePlaylistBatch(playlists: SamplePlaylists.all))
        _ = try await session.flush()
        #expect(try await hasIndex())
    }

    @Test("creates the index that an interrupted import left out")
    func createsIndexAfterInterruption() async throws {
        let cutOff = try await playlists.beginSync(over: "radio")
        try await cutOff.apply(RemotePlaylistBatch(playlists: SamplePlaylists.all))
        _ = try await cutOff.flush()
        #expect(try await playlists.all().count == SamplePlaylists.all.count)
        let artists = SQLiteArtistRepository(library: library)
        #expect(try await artists.playlists(withMusicBy: "David Bowie", allowing: .all, limit: 9).count == 2)
        let other = SQLitePlaylistRepository(library: try SQLiteLibrary(path: path), now: { Date() })
        #expect(try await other.refresh("shop", with: []).acceptedCount == 0)
        #expect(try await hasIndex())
        #expect(try await other.refresh("radio", with: SamplePlaylists.all).unchanged == SamplePlaylists.all.count)
    }

    @Test("alternates with another program that imports concurrently")
    func alternatesWithAnotherProgram() async throws {
        let other = SQLitePlaylistRepository(library: try SQLiteLibrary(path: path), now: { Date() })
        let (first, second) = (
            try await playlists.beginSync(over: "radio"), try await other.beginSync(over: "shop")
        )
        for playlist in SamplePlaylists.all {
            for session in [first, second] {
                try await session.apply(RemotePlaylistBatch(playlists: [playlist]))
                _ = try await session.flush()
            }
            #expect(try await hasIndex())
        }
        for session in [first, second] {
            #expect(try await session.finish(.complete(revision: nil)).added == SamplePlaylists.all.count)
        }
        #expect(try await hasIndex())
        #expect(try await playlists.all().count == 2 * SamplePlaylists.all.count)
    }

    @Test("writes in bounded transactions, visible one by one")
    func writesInBoundedTransactions() async throws {
        let session = try await playlists.beginSync(over: "radio")
        let other = SQLitePlaylistRepository(library: try SQLiteLibrary(path: path), now: { Date() })
        let keys = (0..<100).map { "\($0 % 20)" }
        let many = (0..<1_000).map { RemotePlaylist(key: "\($0)", name: "\($0)", songKeys: keys) }
        try await session.apply(RemotePlaylistBatch(playlists: many))
        let seen = try await other.all().count
        #expect((300..<1_000).contains(seen))
        #expect(try await session.finish(.complete(revision: nil)).added == 1_000)
    }

    @Test("counts rejected playlists without storing them all")
    func limitsRejectionsInMemory() async throws {
        let session = try await playlists.beginSync(over: "radio")
        for batch in 0..<100 {
            let rejected = (1...1_000).map { RejectedRecord(position: batch * 1_000 + $0, .unreadable) }
            try await session.apply(RemotePlaylistBatch(playlists: [], rejected: rejected))
        }
        #expect(await session.summary.rejectedCount >= 40_000)
        #expect(try await session.finish(.complete(revision: nil)).rejectedCount == 100_000)
    }

    @Test("begins a transaction at 40,000 pending entries, playlists and rejections")
    func beginsTransactionAtLimit() async throws {
        let session = try await playlists.beginSync(over: "radio")
        let rejected = { (count: Int) in (1...count).map { RejectedRecord(position: $0, .unreadable) } }
        let one = RemotePlaylist(key: "1", name: "One", songKeys: ["1"])
        let empty = RemotePlaylist(key: "2", name: "Empty", songKeys: [])
        try await session.apply(RemotePlaylistBatch(playlists: [one, empty], rejected: rejected(39_997)))
        for count in [39_999, 1, 40_000] {
            try await session.apply(RemotePlaylistBatch(playlists: [], rejected: rejected(count)))
        }
        // The third transaction begins when the first two have ended.
        let summary = await session.summary
        #expect((summary.added, summary.rejectedCount) == (2, 79_997))
        #expect(try await session.finish(.complete(revision: nil)).rejectedCount == 119_997)
    }

    @Test("waits for the write in progress in a cancelled task")
    func waitsForWriteInCancelledTask() async throws {
        let session = try await playlists.beginSync(over: "radio")
        // The first batch prepares the library, which the other connection would block.
        try await session.apply(RemotePlaylistBatch(playlists: []))
        let other = try OpenTransaction(path: path)
        let rejected = (1...39_998).map { RejectedRecord(position: $0, .unreadable) }
        let one = RemotePlaylist(key: "1", name: "One", songKeys: ["1"])
        try await session.apply(RemotePlaylistBatch(playlists: [one], rejected: rejected))
        let wait = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            await session.waitForWrite()
        }
        try other.end()
        await wait.value
        #expect(try await playlists.all().count == 1)
    }

    @Test("checks the source before the first batch")
    func checksSourceBeforeFirstBatch() async throws {
        let session = try await playlists.beginSync(over: "radio")
        try await SQLiteSourceRepository(library: library).remove(named: "radio", keepingBookmarked: false)
        await #expect(throws: SourceError.notFound("radio", known: ["shop"])) {
            try await session.apply(RemotePlaylistBatch(playlists: SamplePlaylists.all))
        }
    }

    @Test("an import of playlists creates the index")
    func importCreatesIndex() async throws {
        #expect(try await !hasIndex())
        let playlist = ExportedPlaylist(id: PlaylistID(1), name: "Mix", source: "radio", entries: [])
        let data = SQLitePersonalDataRepository(library: library)
        #expect(try await data.add([playlist], allowing: .all) == [.added])
        #expect(try await hasIndex())
    }

    @Test("after a repair, only playlists with other content are changed")
    func keepsTimesAfterRepair() async throws {
        let time = TestTime()
        let playlists = SQLitePlaylistRepository(library: library, now: { time.now })
        _ = try await playlists.refresh("radio", with: SamplePlaylists.all)
        let before = try await playlists.all()
        try change(path, "CREATE TABLE other(a)")
        _ = try #require(try SQLiteLibraryFile(path: path, now: { time.now }).repairBlocking())
        time.advance(by: 60)
        let repaired = SQLitePlaylistRepository(library: try SQLiteLibrary(path: path), now: { time.now })
        #expect(try await repaired.refresh("radio", with: SamplePlaylists.all).unchanged == before.count)
        #expect(try await repaired.all() == before)
        #expect(try await repaired.refresh("radio", with: Array(SamplePlaylists.all.dropLast())).removed == 1)
        let renamed = SamplePlaylists.all.dropLast().map {
            RemotePlaylist(key: $0.key, name: $0.name + "!!", songKeys: $0.songKeys)
        }
        _ = try await repaired.refresh("radio", with: renamed)
        #expect(try await repaired.all().allSatisfy { $0.created == before[0].created && $0.changed == time.now })
    }

    @Test("does not rewrite unchanged playlists")
    func skipsUnchangedPlaylists() async throws {
        _ = try await playlists.refresh("radio", with: SamplePlaylists.all)
        let pool = try DatabasePool(path: path)
        try await pool.write { db in
            try db.execute(
                sql: """
                    CREATE TRIGGER rewritten BEFORE UPDATE ON playlist BEGIN SELECT raise(ABORT, 'rewritten'); END;
                    CREATE TRIGGER removed BEFORE DELETE ON playlist_entry BEGIN SELECT raise(ABORT, 'removed'); END;
                    """)
        }
        #expect(try await playlists.refresh("radio", with: SamplePlaylists.all).unchanged == SamplePlaylists.all.count)
        var changed = SamplePlaylists.all
        changed[0].songKeys.removeLast()
        await #expect(throws: LibraryError.self) { try await playlists.refresh("radio", with: changed) }
    }

    @Test("removes all entries of removed playlists")
    func removesAllEntries() async throws {
        let pool = try DatabasePool(path: path)
        for source in ["radio", "shop"] { _ = try await playlists.refresh(source, with: SamplePlaylists.all) }
        _ = try await playlists.refresh("radio", with: [SamplePlaylists.all[0]])
        try await SQLiteSourceRepository(library: library).remove(named: "shop", keepingBookmarked: true)
        let entries = try await pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM playlist_entry") }
        #expect(entries == SamplePlaylists.all[0].songKeys.count)
    }

    private func hasIndex() async throws -> Bool {
        try await DatabasePool(path: path).read { db in
            try db.indexes(on: "playlist_entry").contains { $0.name == "playlist_entry_record" }
        }
    }
}
