import FermataContracts
import FermataDomain
import FermataPresentation
import Foundation
import Testing

@Suite("Editing playlists")
struct PlaylistEditorDataSourceTests {
    private let editor: PlaylistEditorDataSource
    private let ids: [MusicID]

    init() async throws {
        let time = TestTime()
        let music = InMemoryMusicRepository(now: { time.now })
        let playlists = InMemoryPlaylistRepository(music: music, now: { Date() })
        try await LibrarySeed(SampleMusic.all).fill(music, music, time: time)
        ids = try await music.batches(of: MusicQuery(order: .title)).joined().map(\.id)
        let getPlaylists = GetPlaylistsUsecase(repository: playlists, music: music, listener: .anyone)
        editor = PlaylistEditorDataSource(
            edit: EditPlaylistUsecase(repository: playlists, getPlaylists: getPlaylists, listener: .anyone),
            importPlaylist: ImportPlaylistUsecase(repository: playlists, listener: .anyone),
            exportPlaylist: ExportPlaylistUsecase(getPlaylists: getPlaylists))
    }

    @Test("each change has a message and the changed row")
    func reportsChanges() async throws {
        let created = try await editor.create("Mix", songs: Array(ids.prefix(3)))
        #expect(created.text == "Created the playlist “Mix” with 3 songs.")
        let mix = try await editor.find("mix")
        #expect(mix == created.row)
        for (change, text, count) in [
            (PlaylistChange.add([ids[4]]), "Added 1 song to “Mix”.", 4),
            (.insert([ids[5], ids[5]], at: 1), "Added 2 songs to “Mix”.", 6),
            (.move([2, 2, 3], to: 1), "Moved 2 songs in “Mix”.", 6), (.remove([1]), "Removed 1 song from “Mix”.", 5),
        ] {
            let model = try await editor.change(mix, by: change)
            #expect(model.text == text && model.row.count == count)
        }
        let error = PlaylistError.otherSong(position: 2)
        await #expect(throws: error) { _ = try await editor.change(mix, by: .remove([2]), expecting: [MusicID(7)]) }
        #expect(error.problem(for: .webClient).kind == .conflict)
        let renamed = try await editor.rename(mix, to: "Blend")
        #expect(renamed.text == "Renamed “Mix” to “Blend”.")
        let copied = try await editor.copy(renamed.row, as: "Copy")
        #expect(copied.text == "Copied “Blend” to the playlist “Copy”, 5 songs.")
        let saved = try await editor.save(SavedSearch(text: "bowie"), as: "Bowie")
        #expect(saved.text == "Saved the search “Bowie”.")
        try await editor.delete(copied.row)
        await #expect(throws: PlaylistError.notFound("Copy")) { _ = try await editor.find("Copy") }
    }

    @Test("an empty queue is not saved")
    func refusesEmptyQueue() async throws {
        await #expect(throws: PlaylistError.emptyQueue) {
            _ = try await editor.save(queue: BatchSequence(batchSize: 1) { [] }, as: "Queue")
        }
    }

    @Test("a deletion asks about the playlist, and says how to restore it")
    func describesDeletion() {
        let own = PlaylistCellModel(Playlist(id: PlaylistID(1), name: "Mix", origin: .own, count: 3))
        let saved = PlaylistCellModel(Playlist(id: PlaylistID(1), name: "Folk", origin: .search(SavedSearch())))
        #expect(PlaylistDeletionModel(own).question == "Delete “Mix”, own playlist, 3 songs?")
        #expect(PlaylistDeletionModel(saved).question == "Delete “Folk”, saved search?")
        let deleted = PlaylistDeletionModel(own).resultText(isDeleted: true)
        #expect(deleted == "Deleted “Mix”. Restore it with: fermata undo")
        #expect(PlaylistDeletionModel(own).resultText(isDeleted: false) == RemovalText.cancelled)
    }

    @Test("an import lists the first songs that the library does not have")
    func describesImport() async throws {
        let found = SongDescription(names: [.init(artist: "Prince", title: "1999")])
        let missing = (1...22).map { SongDescription(text: "Nobody\n\($0)") }
        let all = try await editor.importPlaylist(
            FileStub(content: PlaylistDocumentContent(name: "A", songs: [found])), path: "a", as: nil)
        #expect(all.text == "Imported “A” with 1 song." && all.missingTexts.isEmpty && all.row.count == 1)
        let some = try await editor.importPlaylist(
            FileStub(content: PlaylistDocumentContent(name: "B", songs: [found] + missing)), path: "b", as: "C")
        #expect(some.text == "Imported “C” with 1 of 23 songs. Not in the library:")
        #expect(some.missingTexts.count == 21 && some.missingTexts.first == "  Nobody 1")
        #expect(some.missingTexts.last == "  and 2 more")
    }

    @Test("an export says what was written where")
    func describesExport() async throws {
        let mix = try await editor.create("Mix", songs: ids).row
        let text = try await editor.export(mix, to: FileStub(), path: "a.m3u8")
        #expect(text == "Wrote “Mix”, 20 songs, to a.m3u8.")
    }
}

/// Returns a content, and counts the songs that are written.
private struct FileStub: PlaylistDocument {
    var content = PlaylistDocumentContent(name: "", songs: [])

    func read() async throws -> PlaylistDocumentContent { content }

    func write(_ name: String, _ songs: any AsyncSequence<[Music], any Error> & Sendable) async throws -> Int {
        try await songs.joined().count
    }
}
