import FermataContracts
import FermataDomain
import Foundation
import Testing

@Suite("Editing the library's own playlists")
struct EditPlaylistUsecaseTests {
    private let music: InMemoryMusicRepository
    private let playlists: InMemoryPlaylistRepository
    private let songs: [Music]

    init() async throws {
        let time = TestTime()
        music = InMemoryMusicRepository(now: { time.now })
        playlists = InMemoryPlaylistRepository(music: music, now: { Date() })
        try await LibrarySeed(SampleMusic.all).fill(music, music, time: time)
        songs = try await music.batches(of: MusicQuery(order: .title)).joined()
    }

    private func get(_ listener: Listener = .anyone) -> GetPlaylistsUsecase {
        GetPlaylistsUsecase(repository: playlists, music: music, listener: listener)
    }

    private func edit(_ listener: Listener = .anyone) -> EditPlaylistUsecase {
        EditPlaylistUsecase(repository: playlists, getPlaylists: get(listener), listener: listener)
    }

    private var ids: [MusicID] { songs.map(\.id) }

    @Test("trims names, and refuses blank and long ones", arguments: ["", " \n", String(repeating: "é", count: 1_025)])
    func checksNames(name: String) async throws {
        let error = PlaylistError.invalidName(limit: TextLimits.name)
        let mix = try await edit().create(" Mix\n")
        #expect(mix.name == "Mix")
        await #expect(throws: error) { _ = try await edit().create(name) }
        await #expect(throws: error) { _ = try await edit().save(SavedSearch(), as: name) }
        await #expect(throws: error) { _ = try await edit().rename(mix, to: name) }
        await #expect(throws: error) { _ = try await edit().copy(mix, as: name) }
    }

    @Test("cuts a long comment, and adds up what playlists and saved searches show")
    func commentsAndMeasures() async throws {
        let comment = String(repeating: "x", count: TextLimits.message + 1)
        let mix = try await edit().create("Mix", songs: [songs[0].id, songs[1].id])
        let stored = try await edit().setComment(comment, of: mix).comment
        #expect(stored.hasSuffix("x…") && (1...TextLimits.message).contains(stored.utf8.count))
        let saved = try await edit().save(SavedSearch(order: .title, limit: 3), as: "Three")
        let measured = try await get().measured([saved, mix])
        let results = try await get().batches(of: saved).joined()
        #expect(measured.map(\.count) == [3, 2])
        #expect(
            measured.map(\.duration)
                == [results, Array(songs.prefix(2))].map { $0.reduce(Duration.zero) { $0 + $1.duration } })
    }

    @Test("a young listener adds no hidden song, and moves those that are shown")
    func appliesListenersRule() async throws {
        let young = Listener(age: 12)
        let explicit = try #require(songs.first { $0.explicit == .explicit }).id
        let clean = songs.filter { $0.explicit != .explicit }.map(\.id)
        let mix = try await edit().create("Mix", songs: [clean[0], explicit, clean[1]])
        await #expect(throws: MusicError.notFound(explicit.description)) {
            _ = try await edit(young).execute(.add([explicit]), of: mix)
        }
        await #expect(throws: MusicError.notFound(explicit.description)) {
            _ = try await edit(young).create("Other", songs: [explicit])
        }
        #expect(try await edit(young).execute(.move([2], to: 1), of: mix).count == 2)
        #expect(try await get().batches(of: mix).joined().map(\.id) == [clean[1], clean[0], explicit])
    }

    @Test("a saved search shows its present results in its order, up to its limit")
    func runsSavedSearch() async throws {
        let saved = try await edit().save(SavedSearch(text: "artist:bowie", order: .title, limit: 2), as: "Bowie")
        #expect(saved.count == nil)
        #expect(try await get().counted(saved).count == 2)
        #expect(try await get().batches(of: saved).joined().map(\.title) == ["Changes", "The Jean Genie"])
        #expect(
            try await get().batches(of: saved, window: Window(offset: 1)).joined().map(\.title) == ["The Jean Genie"])
        #expect(try await get().batches(of: saved, window: Window(offset: 2, limit: 5)).joined().isEmpty)
        _ = try await music.refresh("radio", with: [RemoteMusic(key: "x", title: "Fame", artist: "David Bowie")])
        #expect(try await get().batches(of: saved).joined().map(\.title) == ["Fame"])
        #expect(try await get().counted(saved).count == 1)
    }

    @Test("a saved search shows no hidden song")
    func hidesSongsOfSavedSearch() async throws {
        let saved = try await edit().save(SavedSearch(), as: "All")
        let shown = try await get(Listener(age: 12)).batches(of: saved).joined()
        #expect(!shown.isEmpty && shown.allSatisfy { $0.explicit != .explicit })
        #expect(try await get(Listener(age: 12)).counted(saved).count == shown.count)
    }

    @Test("no search names a playlist, so that none can name itself")
    func namesNoPlaylist() {
        #expect(!SearchQuery.keys.contains { $0.hasPrefix("playlist") || $0.hasPrefix("list") })
        #expect(SearchQuery("playlist:mix").words.count == 1)
    }

    @Test("the copy of a saved search has its present results")
    func copiesSavedSearch() async throws {
        let saved = try await edit().save(SavedSearch(text: "bowie", order: .title), as: "Bowie")
        let copy = try await edit().copy(saved, as: "Frozen")
        #expect((copy.origin, copy.count) == (.own, 3))
        await #expect(throws: PlaylistError.nameInUse("Bowie")) { _ = try await edit().copy(saved) }
    }

    @Test("finds the library's own playlist, and names one that a source provides")
    func findsOwn() async throws {
        let mix = try await edit().create("Mix", songs: [ids[0]])
        #expect(try await edit().find("mi") == mix)
        let radio = Playlist(id: PlaylistID(1), name: "Glam", source: "radio", count: 1)
        let sources = GetPlaylistsUsecase(
            repository: PlaylistRepositoryStub([(radio, songs)]), music: music, listener: .anyone)
        let usecase = EditPlaylistUsecase(repository: playlists, getPlaylists: sources, listener: .anyone)
        await #expect(throws: PlaylistError.ofSource(name: "Glam")) { _ = try await usecase.find("Gla") }
        await #expect(throws: PlaylistError.notFound("nothing")) { _ = try await usecase.find("nothing") }
        await #expect(throws: PlaylistError.notFound(" ")) { _ = try await usecase.find(" ") }
        _ = try await edit().create("Mild")
        await #expect(throws: PlaylistError.self) { _ = try await edit().find("mi") }
    }

    @Test("imports the songs that it finds, and reports the others")
    func importsFile() async throws {
        let found = SongDescription(names: [.init(artist: "Prince", title: "1999")])
        let missing = SongDescription(text: "Nobody - Nothing")
        let document = PlaylistDocumentStub(
            PlaylistDocumentContent(name: "File", songs: [found, missing, found]))
        let usecase = ImportPlaylistUsecase(repository: playlists, listener: .anyone)
        let result = try await usecase.execute(document, path: "a.m3u8")
        #expect(result.playlist.name == "File" && result.playlist.count == 2)
        #expect(result.foundCount == 2 && result.missing == [missing])
        #expect(try await usecase.execute(document, path: "a.m3u8", as: "Other").playlist.name == "Other")
        for (songs, error) in [
            ([], PlaylistDocumentError.noEntries(path: "a.m3u8")),
            ([missing], .noneFound(path: "a.m3u8", count: 1)),
        ] {
            let document = PlaylistDocumentStub(PlaylistDocumentContent(name: "Empty", songs: songs))
            await #expect(throws: error) { _ = try await usecase.execute(document, path: "a.m3u8") }
        }
        #expect(try await get().execute(named: "", window: .all).map(\.name) == ["File", "Other"])
    }
}

/// Returns a content, and ignores what is written.
private struct PlaylistDocumentStub: PlaylistDocument {
    let content: PlaylistDocumentContent

    init(_ content: PlaylistDocumentContent) { self.content = content }

    func read() async throws -> PlaylistDocumentContent { content }

    func write(_ name: String, _ songs: any AsyncSequence<[Music], any Error> & Sendable) async throws -> Int { 0 }
}
