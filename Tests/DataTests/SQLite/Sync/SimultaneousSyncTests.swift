import FermataContracts
import FermataData
import FermataDomain
import Testing

@Suite("Syncs of a library at the same time")
struct SimultaneousSyncTests {
    private let songs = Array(SampleMusic.all.prefix(6))
    private let music: SQLiteMusicRepository
    private let sources: SQLiteSourceRepository

    init() async throws {
        let library = try SQLiteLibrary.inTemporaryFolder()
        let time = TestTime()
        music = SQLiteMusicRepository(library: library, now: { time.now })
        sources = SQLiteSourceRepository(library: library)
        for name in ["radio", "home"] {
            try await sources.add(Source(name: name, kind: "test", address: name, added: time.now))
        }
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
