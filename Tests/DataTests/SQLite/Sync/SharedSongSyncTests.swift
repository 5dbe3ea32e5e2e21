import FermataContracts
import FermataData
import FermataDomain
import GRDB
import Testing

@Suite("Syncs of songs that two sources share")
struct SharedSongSyncTests {
    private let path: String
    private let library: SQLiteLibrary
    private let music: SQLiteMusicRepository
    private let sources: SQLiteSourceRepository
    private let time = TestTime()

    init() async throws {
        path = try TemporaryFolder().path("library.sqlite")
        library = try SQLiteLibrary(path: path)
        let time = time
        music = SQLiteMusicRepository(library: library, now: { time.now })
        sources = SQLiteSourceRepository(library: library)
        for name in ["radio", "home"] {
            try await sources.add(Source(name: name, kind: "test", address: name, added: time.now))
        }
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
        try change(path, "INSERT INTO download(id, state, asked, file) SELECT id, 1, 0, 'a.mp3' FROM music")
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

    private var playback: SQLitePlaybackRepository { SQLitePlaybackRepository(library: library) }

    /// Adds a song to the queue, or a to-do about it.
    private func refer(to song: MusicID, isQueued: Bool) async throws {
        if isQueued { return try await playback.store(StoredPlayback(queue: PlayQueue([song]))) }
        let toDo = ToDoItem(title: "Listen", subject: .music(song))
        _ = try await SQLiteToDoRepository(library: library, now: { [time] in time.now }).add([ToDoEntry(item: toDo)])
    }

    private func song(_ title: String, key: String = "1", recording: UInt8? = nil) -> RemoteMusic {
        RemoteMusic(
            key: key, title: title, artist: "David Bowie",
            recording: recording.map { RecordingID(SIMD16(repeating: $0)) })
    }
}
