import FermataContracts
import FermataData
import FermataDomain
import Foundation
import GRDB
import Testing

@Suite("A sync of music into SQLite")
struct SQLiteMusicSyncSessionTests {
    @Test("stores the revision of an initial import after the indexes")
    func storesRevisionAfterIndexes() async throws {
        let path = try TemporaryFolder().path("library.sqlite")
        let probe = ConnectionProbe(path)
        let library = try TestLibrary(path: path)
        let music = library.music
        try await library.sources.add(Source(name: "radio", kind: "test", address: "", added: library.time.now))
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
        let (_, music) = try await library(kind: "folder")
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
        let library = try TestLibrary()
        try await library.sources.add(
            SampleForms.prepare(Source(name: "radio", kind: kind, address: "/music", added: library.time.now)))
        return (library.path, library.music)
    }

    /// Whether the library has an index that an initial import creates at its end.
    private func hasIndex(_ path: String) async throws -> Bool {
        try await DatabaseQueue(path: path).read { db in
            try db.indexes(on: "record").contains { $0.name == "record_id" }
        }
    }
}

@Suite("Syncs of a library at the same time")
struct SimultaneousSyncTests {
    private let songs = Array(SampleMusic.all.prefix(6))
    private let music: SQLiteMusicRepository
    private let sources: SQLiteSourceRepository

    init() async throws {
        let library = try await TestLibrary(sources: ["radio", "home"])
        (music, sources) = (library.music, library.sources)
    }

    @Test("an initial import merges its songs with those of another import", arguments: [true, false])
    func mergesWithOtherImport(isComplete: Bool) async throws {
        let session = try await music.beginSync(over: "radio")
        let other = try await music.beginSync(over: "home")
        try await other.apply(batch(songs[...]))
        if isComplete {
            _ = try await other.finish(.complete(revision: nil))
        } else {
            _ = try await other.flush()
        }
        try await session.apply(batch(songs[...]))
        let summary = try await session.finish(.complete(revision: nil))
        #expect((summary.added, summary.merged) == (0, songs.count))
        #expect(try await music.count(MusicQuery()) == songs.count)
    }

    @Test("a sync removes nothing if another one has started since")
    func removesNothingAfterOtherBegan() async throws {
        _ = try await music.refresh("radio", with: songs)
        let early = try await music.beginSync(over: "radio")
        try await early.apply(batch(songs[...]))
        _ = try await early.flush()
        let late = try await music.beginSync(over: "radio")
        try await late.apply(batch(songs.prefix(1)))
        #expect(try await early.finish(.complete(revision: "v2")).removed == 0)
        #expect(try await music.count(MusicQuery()) == songs.count)
    }

    @Test("a sync does not remove what an earlier one has added since")
    func removesNothingOfEarlierSync() async throws {
        _ = try await music.refresh("radio", with: Array(songs.prefix(4)))
        let early = try await music.beginSync(over: "radio")
        try await early.apply(batch(songs.prefix(3)))
        _ = try await early.flush()
        let late = try await music.beginSync(over: "radio")
        try await late.apply(batch(songs.prefix(4)))
        _ = try await late.flush()
        try await early.apply(batch(songs.dropFirst(4)))
        _ = try await early.flush()
        #expect(try await late.finish(.complete(revision: "v2")).removed == 0)
        #expect(try await music.count(MusicQuery()) == songs.count)
        #expect(try await music.beginSync(over: "radio").revision == nil)
    }

    @Test("another address of playlists does not stop a sync of songs")
    func continuesWithOtherPlaylists() async throws {
        let session = try await music.beginSync(over: "radio")
        try await session.apply(batch(songs[...]))
        var radio = try #require(try await sources.sources().first)
        radio.playlists = "test:lists"
        try await sources.update("radio", to: radio)
        #expect(try await session.finish(.complete(revision: nil)).added == songs.count)
    }

    private func batch(_ songs: ArraySlice<RemoteMusic>) -> RemoteBatch {
        RemoteBatch(records: RemoteRecord.records(of: Array(songs)))
    }
}

@Suite("Syncs of songs that two sources share")
struct SharedSongSyncTests {
    private let path: String
    private let library: SQLiteLibrary
    private let music: SQLiteMusicRepository
    private let sources: SQLiteSourceRepository
    private let time: TestTime

    init() async throws {
        let library = try await TestLibrary(sources: ["radio", "home"])
        (path, self.library) = (library.path, library.file)
        (music, sources, time) = (library.music, library.sources, library.time)
    }

    @Test("a changed song of the first source keeps its id after that id's record has left")
    func firstSourceKeepsID() async throws {
        for source in ["radio", "home"] { _ = try await music.refresh(source, with: [song("Changes")]) }
        let before = try await music.all()
        _ = try await music.refresh("radio", with: [])
        #expect(try await music.refresh("radio", with: [song("Changes", key: "2")]).merged == 1)
        _ = try await music.refresh("radio", with: [song("Another", key: "2")])
        let after = try await music.all()
        #expect(after.map(\.title) == ["Another"] && after.map(\.sources) == [["radio"]])
        #expect(after.map(\.id) == before.map(\.id))
    }

    @Test("a song that returns with another recording id is no longer shared")
    func returnsWithOtherRecording() async throws {
        for source in ["radio", "home"] { _ = try await music.refresh(source, with: [song("Changes", recording: 1)]) }
        #expect(try await music.count(MusicQuery()) == 1)
        _ = try await music.refresh("radio", with: [])
        _ = try await music.refresh("radio", with: [song("Changes", recording: 2)])
        #expect(try await music.all().map(\.sources) == [["radio"]])
        #expect(try await music.refresh("home", with: [song("Changes", recording: 1)]).added == 1)
        #expect(try await music.count(MusicQuery()) == 2)
    }

    @Test("a sync stores its revision if a song returns to the one of another source")
    func storesRevisionAfterReturn() async throws {
        for source in ["radio", "home"] { _ = try await music.refresh(source, with: [song("Changes")]) }
        _ = try await music.refresh("radio", with: [])
        #expect(try await music.refresh("radio", with: [song("Changes")], revision: "v1").merged == 1)
        #expect(try await music.beginSync(over: "radio").revision == "v1")
    }

    @Test("counts an unchanged record as updated if it leaves the song of another source")
    func countsSplitRecord() async throws {
        _ = try await music.refresh("radio", with: [song("Changes", recording: 1)])
        let other = song("Variations", recording: 1)
        #expect(try await music.refresh("home", with: [other]).merged == 1)
        _ = try await music.refresh("radio", with: [song("Changes")])
        let summary = try await music.refresh("home", with: [other])
        #expect((summary.updated, summary.unchanged) == (1, 0))
        #expect(try await music.count(MusicQuery()) == 2)
    }

    @Test("counts a record as updated if its song joins another one after a new address")
    func countsMovedRecord() async throws {
        _ = try await music.refresh("radio", with: [song("Changes")])
        _ = try await music.refresh("home", with: [song("Variations", recording: 1)])
        var radio = try #require(try await sources.sources().first)
        radio.address = "elsewhere"
        try await sources.update("radio", to: radio)
        let summary = try await music.refresh("radio", with: [song("Changes", recording: 1)])
        #expect((summary.updated, summary.unchanged) == (1, 0))
        #expect(try await music.count(MusicQuery()) == 1)
    }

    @Test("a song of the queue or a to-do keeps its id when it gains another's recording", arguments: [true, false])
    func keepsReferencedSong(isQueued: Bool) async throws {
        let variations = song("Variations", recording: 1)
        _ = try await music.refresh("radio", with: [song("Changes")])
        let id = try #require(try await music.all().first?.id)
        try await refer(to: id, isQueued: isQueued)
        _ = try await music.refresh("home", with: [variations], revision: "v1")
        _ = try await music.refresh("radio", with: [song("Changes", recording: 1)])
        #expect(try await music.all().map(\.title) == ["Changes", "Variations"])
        #expect(try await music.beginSync(over: "home").revision == nil)
        _ = try await music.refresh("home", with: [variations])
        #expect(try await music.all().map(\.id) == [id])
        #expect(try await music.all().map(\.sources) == [["radio", "home"]])
    }

    @Test("two songs of the queue with one recording id stay two songs")
    func keepsQueuedSongs() async throws {
        _ = try await music.refresh("radio", with: [song("Changes")])
        _ = try await music.refresh("home", with: [song("Variations", recording: 1)], revision: "v1")
        let all = try await music.all().map(\.id)
        try await playback.store(StoredPlayback(queue: PlayQueue(all)))
        _ = try await music.refresh("radio", with: [song("Changes", recording: 1)])
        #expect(try await music.all().map(\.id) == all)
        #expect(try await music.beginSync(over: "home").revision == "v1")
    }

    @Test("plays, download and place in the queue stay with a song whose id another gets")
    func keepsPlaysOfSeparatedSong() async throws {
        for source in ["radio", "home"] { _ = try await music.refresh(source, with: [song("Changes")]) }
        let id = try #require(try await music.all().first?.id)
        _ = try await music.refresh("radio", with: [])
        try await SQLiteHistoryRepository(library: library).add(Play(id, started: time.now))
        try await playback.store(StoredPlayback(queue: PlayQueue([id])))
        try change(path, "INSERT INTO download(id, state, number, file) SELECT id, 1, 0, 'a.mp3' FROM music")
        _ = try await music.refresh("radio", with: [song("Variations")])
        _ = try await music.refresh("home", with: [song("Changes")])
        let all = try await music.all()
        #expect(all.map(\.title) == ["Changes", "Variations"] && all.map(\.plays) == [1, 0])
        #expect(try await playback.load().queue.entries.map(\.song) == [all[0].id])
        let downloaded = try await DatabaseQueue(path: path).read { db in
            try String.fetchAll(db, sql: "SELECT title FROM download JOIN music USING (id)")
        }
        #expect(downloaded == ["Changes"])
    }

    @Test("counts the records of a source over several batches")
    func countsRecordsOfBatches() async throws {
        let songs = Array(SampleMusic.all.prefix(6))
        _ = try await music.refresh("radio", with: songs)
        let session = try await music.beginSync(over: "home")
        for part in [songs.prefix(2), songs.dropFirst(2)] {
            try await session.apply(RemoteBatch(records: RemoteRecord.records(of: Array(part))))
            _ = try await session.flush()
        }
        #expect(try await session.finish(.complete(revision: nil)).merged == songs.count)
        #expect(try await sources.sources().map(\.count) == [songs.count, songs.count])
    }

    @Test("a repeated record does not keep a missing one")
    func repeatedRecordKeepsNone() async throws {
        let songs = ["a", "b", "c"].map { song($0, key: $0) }
        _ = try await music.refresh("radio", with: songs)
        #expect(try await music.refresh("radio", with: [songs[0], songs[1], songs[0]]).removed == 1)
        #expect(try await music.refresh("radio", with: [songs[0]]).removed == 1)
    }

    @Test("an updated record is not read again")
    func storesFingerprintOfUpdate() async throws {
        let (changes, another) = (song("Changes"), song("Another"))
        #expect(try await sync(RemoteRecord(position: 1, fingerprint: 1) { changes }).added == 1)
        #expect(try await sync(RemoteRecord(position: 1, fingerprint: 2) { another }).updated == 1)
        let same = RemoteRecord(position: 1, fingerprint: 2) {
            Issue.record("read again")
            return another
        }
        #expect(try await sync(same).unchanged == 1)
    }

    @Test("rejects a record whose id another source has, and stores no star of it")
    func rejectsIDInUse() async throws {
        _ = try await music.refresh("radio", with: [song("Changes")])
        try change(path, "UPDATE record SET source = (SELECT id FROM source WHERE name = 'home')")
        var starred = song("Changes")
        starred.needsKey = true
        let summary = try await music.refresh("radio", with: [starred])
        #expect(summary.rejected == [RejectedRecord(position: 1, .idInUse)])
        #expect(summary.acceptedCount == 0)
        let stars = try await DatabaseQueue(path: path).read { try Int.fetchOne($0, sql: "SELECT count(*) FROM star") }
        #expect(stars == 0)
    }

    private func sync(_ record: RemoteRecord) async throws -> SyncSummary {
        let session = try await music.beginSync(over: "radio")
        try await session.apply(RemoteBatch(records: [record]))
        return try await session.finish(.complete(revision: nil))
    }

    private var playback: SQLitePlaybackRepository { SQLitePlaybackRepository(library: library, now: { Date() }) }

    /// Adds a song to the queue, or a to-do about it.
    private func refer(to song: MusicID, isQueued: Bool) async throws {
        if isQueued { return try await playback.store(StoredPlayback(queue: PlayQueue([song]))) }
        let toDo = ToDoItem(title: "Listen", subject: .music(song))
        _ = try await SQLiteToDoRepository(library: library, now: { [time] in time.now }).add([ToDoEntry(item: toDo)])
    }

    private func song(_ title: String, key: String = "1", recording: UInt8? = nil) -> RemoteMusic {
        RemoteMusic(
            key: key, title: title, artist: "David Bowie",
            recording: recording.map { MusicBrainzID(SIMD16(repeating: $0)) })
    }
}

@Suite("The id of a record")
struct MusicIDTests {
    @Test(
        "is the same in every version, so that bookmarks and playlists stay valid",
        arguments: [
            ("radio", "1", 2_198_528_482_445_031_068), ("radi", "o1", 3_715_202_844_731_243_108),
            ("", "", 3_970_492_405_946_891_596),
        ] as [(String, String, UInt64)])
    func isStable(source: String, key: String, value: UInt64) {
        #expect(MusicID(source: source, key: key).value == value)
    }
}
