import FermataContracts
import FermataData
import FermataDomain
import TestTraits
import Testing

@Suite("Sync of a source's playlists")
struct PlaylistSyncTests {
    private let library: OfflineFirstMusicRepository
    private let sources: any SourceRepository
    private let playlists: InMemoryPlaylistRepository
    private let remote = FakeRemotePlaylistRepository(SamplePlaylists.all)

    init() async throws {
        let (time, remote) = (TestTime(), remote)
        let local = InMemoryMusicRepository(now: { time.now })
        try await local.add(Source(name: "radio", kind: "test", address: "test:radio", added: time.now))
        let playlists = InMemoryPlaylistRepository(library: local)
        self.playlists = playlists
        sources = local
        library = OfflineFirstMusicRepository(
            local: local, sources: local, playlists: PlaylistSources(local: playlists, remote: { _ in remote }),
            clock: SleeplessClock(), now: { time.now },
            remote: { _ in FakeRemoteMusicRepository(music: SampleMusic.all) })
    }

    @Test("keeps playlists if all records of a document are invalid")
    func keepsPlaylistsOfBrokenDocument() async throws {
        _ = try await library.refresh()
        let before = try await playlists.all()
        #expect(before.count == SamplePlaylists.all.count)
        remote.change { state in
            state.playlists = []
            state.rejected = (1...10).map { RejectedRecord(position: $0, .missing(field: "name")) }
        }
        for count in [10, 10, 1] {
            remote.change { $0.rejected = (1...count).map { RejectedRecord(position: $0, .missing(field: "name")) } }
            let outcome = try #require(try await library.refresh().first)
            let failure = ContentFailure.noValidRecords(
                first: RejectedRecord(position: 1, .missing(field: "name")))
            #expect(outcome.result == .refreshed)
            #expect(outcome.playlistsFailure == SourceFailure(.content(failure), address: "test:radio"))
            #expect(try await playlists.all() == before)
        }
    }

    @Test("names the document of the playlists if it has no valid record")
    func namesDocumentOfPlaylists() async throws {
        var source = try #require(try await sources.sources().first)
        source.playlists = "test:lists"
        try await sources.update("radio", to: source)
        remote.change { ($0.playlists, $0.rejected) = ([], [RejectedRecord(position: 1, .unreadable)]) }
        let outcome = try #require(try await library.refresh().first)
        #expect(outcome.playlistsFailure?.address == "test:lists")
    }

    @Test("an empty document removes the playlists")
    func emptyDocumentRemovesPlaylists() async throws {
        _ = try await library.refresh()
        remote.change { $0.playlists = [] }
        let outcome = try #require(try await library.refresh().first)
        #expect(outcome.result == .refreshed)
        #expect(outcome.playlists?.removed == SamplePlaylists.all.count)
        #expect(try await playlists.all().isEmpty)
    }
}
