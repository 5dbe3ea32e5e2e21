import FermataContracts
import FermataData
import FermataDomain
import GRDB
import Foundation
import Testing

@Suite("The library's own playlists in a file")
struct SQLiteOwnPlaylistRepositoryTests {
    private let library: TestLibrary
    private let own: SQLiteOwnPlaylistRepository
    private let playlists: SQLitePlaylistRepository
    private let ids: [MusicID]

    init() async throws {
        library = try await TestLibrary(SampleMusic.all)
        own = SQLiteOwnPlaylistRepository(library: library.file, now: { [time = library.time] in time.now })
        playlists = SQLitePlaylistRepository(library: library.file, now: { Date() })
        ids = try await library.music.all().map(\.id)
    }

    private func positions() async throws -> [Int64] {
        try await DatabaseQueue(path: library.path).read {
            try Int64.fetchAll($0, sql: "SELECT position FROM playlist_entry ORDER BY position")
        }
    }

    private func setLastPosition() throws {
        try change(
            library.path,
            "UPDATE playlist_entry SET position = 9223372036854775807 WHERE position = (SELECT max(position) FROM playlist_entry)"
        )
    }

    @Test("writes only the entries that a change moves, and adds without reading others")
    func writesFewEntries() async throws {
        let mix = try await own.create("Mix", songs: ids + ids, allowing: .all)
        _ = try await own.change(mix.id, by: .remove([3, 4]), allowing: .all)
        let gapped = try await positions()
        #expect(gapped.first == 0 && gapped.last == Int64(ids.count * 2 - 1) && gapped.count == ids.count * 2 - 2)
        _ = try await own.change(mix.id, by: .move([2], to: 10), allowing: .all)
        #expect(try await positions() == gapped)
        let probe = ConnectionProbe(library.path)
        let statements = try await probe.statements {
            let file = try SQLiteLibrary(path: library.path)
            let own = SQLiteOwnPlaylistRepository(library: file, now: { [time = library.time] in time.now })
            _ = try await own.change(mix.id, by: .add([ids[0]]), allowing: .all)
        }
        #expect(!statements.contains { $0.contains("DELETE FROM playlist_entry") || $0.contains("ORDER BY position") })
        #expect(try await positions() == gapped + [gapped[gapped.count - 1] + 1])
    }

    @Test("adds and inserts songs after the last possible position")
    func renumbersAtEnd() async throws {
        let mix = try await own.create("Mix", songs: Array(ids.prefix(3)), allowing: .all)
        for change in [PlaylistChange.add([ids[4]]), .insert([ids[4]], at: 4), .insert([ids[4], ids[4]], at: 3)] {
            try setLastPosition()
            _ = try await own.change(mix.id, by: change, allowing: .all)
            let songs = try await playlists.music(in: mix).map(\.id)
            #expect(songs.count(where: { $0 == ids[4] }) == (songs.count == 4 ? 1 : 2))
            let added = songs.indices.filter { songs[$0] == ids[4] }.map { $0 + 1 }
            _ = try await own.change(mix.id, by: .remove(added), allowing: .all)
            #expect(try await playlists.music(in: mix).map(\.id) == Array(ids.prefix(3)))
        }
    }

    @Test("stays when a source removes all playlists, and does not change with their sync")
    func survivesSyncOfPlaylists() async throws {
        let mix = try await own.create("Road trip", songs: ids, allowing: .all)
        _ = try await playlists.refresh("radio", with: SamplePlaylists.all)
        _ = try await playlists.refresh("radio", with: [])
        #expect(try await playlists.all() == [mix])
        try await library.sources.remove(named: "radio", keepingBookmarked: false)
        let left = try #require(try await playlists.all().first)
        #expect((left.name, left.count, left.missing) == ("Road trip", 0, ids.count))
    }

    @Test("is a playlist of its artists' pages, also for songs without a source")
    func isOnArtistsPage() async throws {
        let mix = try await own.create("Mix", songs: ids, allowing: .all)
        let artists = SQLiteArtistRepository(library: library.file)
        func counts() async throws -> [Int] {
            try await artists.playlists(withMusicBy: "David Bowie", allowing: .all, limit: 9).map(\.artistSongCount)
        }
        #expect(try await counts() == [3])
        let bowie = try await library.music.results(of: MusicQuery(text: "artist:bowie")).map(\.id)
        _ = try await library.music.setBookmark(true, of: Array(bowie.prefix(2)))
        try await library.sources.remove(named: "radio", keepingBookmarked: true)
        #expect(try await counts() == [2])
        #expect(try await playlists.music(in: mix).count == 2)
    }

    @Test("a change of a source's playlist is refused, and a hidden one is unknown")
    func refusesPlaylistsOfSources() async throws {
        _ = try await playlists.refresh("radio", with: SamplePlaylists.all)
        let all = try await playlists.all()
        let road = try #require(all.first { $0.name == "The Road" })
        let trip = try #require(all.first { $0.name == "Twice" })
        await #expect(throws: PlaylistError.ofSource(name: "Twice")) {
            _ = try await own.change(trip.id, by: .remove([1]), allowing: .all)
        }
        await #expect(throws: PlaylistError.ofSource(name: "Twice")) {
            _ = try await own.rename(trip.id, to: "New", allowing: .notExplicit)
        }
        await #expect(throws: PlaylistError.notFound(road.id.description)) {
            try await own.delete(road.id, allowing: .notExplicit)
        }
        await #expect(throws: PlaylistError.notFound(road.id.description)) {
            _ = try await own.create("Copy", copying: road.id, allowing: .notExplicit)
        }
        let copy = try await own.create("Twice", copying: trip.id, allowing: .all)
        #expect(copy.count == trip.count && copy.missing == trip.missing && copy.origin == .own)
        #expect(try await playlists.music(in: copy) == playlists.music(in: trip))
    }

    @Test("undoes no deletion whose name another playlist has by now")
    func keepsNamesUnique() async throws {
        let mix = try await own.create("Mix", songs: ids, allowing: .all)
        try await own.delete(mix.id, allowing: .all)
        let data = SQLitePersonalDataRepository(library: library.file)
        let imported = ExportedPlaylist(Playlist(id: PlaylistID(7), name: "mix", origin: .own))
        #expect(try await data.add([imported], allowing: .all) == [.added])
        let undo = SQLiteUndoRepository(library: library.file, now: { Date() })
        await #expect(throws: PlaylistError.nameInUse("Mix")) { _ = try await undo.undoLast(allowing: .all) }
        try await own.delete(imported.playlist.id, allowing: .all)
        // The deletion of the imported playlist would have to be undone first.
        await #expect(throws: PlaylistError.nameInUse("Mix")) {
            for _ in 1...2 { _ = try await undo.undoLast(allowing: .all) }
        }
    }
}
