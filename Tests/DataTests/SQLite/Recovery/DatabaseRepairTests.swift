import FermataContracts
import FermataData
import FermataDomain
import Foundation
import GRDB
import Testing

@Suite("Repair of a damaged library")
struct DatabaseRepairTests {
    private let folder: TemporaryFolder
    private let path: String
    private let time = TestTime()
    private var file: SQLiteLibraryFile { SQLiteLibraryFile(path: path, now: { [time] in time.now }) }
    private static let template = LibraryTemplate { path in
        let library = try await TestLibrary(SampleMusic.all, path: path)
        _ = try await SQLitePlaylistRepository(library: library.file, now: { Date() })
            .refresh("radio", with: SamplePlaylists.all, revision: "v1")
    }

    init() async throws {
        folder = try TemporaryFolder()
        path = folder.path("library.sqlite")
        try await Self.template.copy(to: path)
        time.advance(by: 60)
    }

    @Test("copies downloads and playlists; the next sync reads every playlist")
    func copiesDownloadsAndPlaylists() async throws {
        let before = try await playlists(
            SQLitePlaylistRepository(library: try SQLiteLibrary(path: path), now: { Date() }))
        try addDownloads(800)
        try damageSearchText(of: path)
        let library = try repaired()
        #expect(try await downloads() == 800)
        #expect(try await music(in: library).allSatisfy(\.isDownloaded))
        let repository = SQLitePlaylistRepository(library: library, now: { Date() })
        #expect(try await playlists(repository) == before)
        #expect(try await repository.beginSync(over: "radio").revision == nil)
        #expect(try await repository.refresh("radio", with: SamplePlaylists.all).unchanged == SamplePlaylists.all.count)
        #expect(try await playlists(repository) == before)
        #expect(try await file.check().isEmpty)
    }

    @Test("copies the library's own playlists and saved searches")
    func copiesOwnPlaylists() async throws {
        let library = try SQLiteLibrary(path: path)
        let own = SQLiteOwnPlaylistRepository(library: library, now: { [time] in time.now })
        let songs = try await music(in: library).map(\.id)
        var mix = try await own.create("Mix", songs: songs + songs, allowing: .all)
        mix = try await own.setComment("two", of: mix.id, allowing: .all)
        let saved = try await own.create("Bowie", search: SavedSearch(text: "bowie", order: .newest, limit: 3))
        try checkpoint(path)
        try damageSearchText(of: path)
        let repository = SQLitePlaylistRepository(library: try repaired(), now: { Date() })
        #expect(try await repository.playlist(mix.id, allowing: .all) == mix)
        #expect(try await repository.playlist(saved.id, allowing: .all) == saved)
        #expect(try await repository.music(in: mix).map(\.id) == songs + songs)
        #expect(try await file.check().isEmpty)
    }

    @Test("does not take an index of undo changes for entries of playlists")
    func separatesEntriesFromUndo() async throws {
        let library = try SQLiteLibrary(path: path)
        let music = SQLiteMusicRepository(library: library, now: { Date() })
        // The changes have the same numbers as playlists.
        for song in try await music.all() { try await music.setBookmark(true, of: song.id) }
        let before = try await entries()
        try checkpoint(path)
        try damageSearchText(of: path)
        _ = try repaired()
        #expect(try await entries() == before)
    }

    @Test("copies recordings and what several sources say about a song")
    func copiesRecordings() async throws {
        let library = try SQLiteLibrary(path: path)
        let music = SQLiteMusicRepository(library: library, now: { [time] in time.now })
        try await SQLiteSourceRepository(library: library).add(
            Source(name: "shop", kind: "test", address: "test:shop", added: time.now))
        var song = SampleMusic.all[0]
        (song.title, song.recording) = ("CHANGES", MusicBrainzID("b1a9c0e9-d987-4042-ae91-78d6a3267d69"))
        #expect(try await music.refresh("shop", with: [song]).merged == 1)
        let before = try await records()
        #expect(before.recordings.count == 1 && before.titles.sorted() == ["CHANGES", "Changes"])
        try checkpoint(path)
        try damageSearchText(of: path)
        _ = try repaired()
        let after = try await records()
        #expect(after.recordings == before.recordings && after.titles == before.titles)
        #expect(try await file.check().isEmpty)
    }

    @Test("copies the single artists of songs, with recomputed sort keys", arguments: ["queen", "wrong"])
    func copiesSingleArtists(key: String) async throws {
        let music = SQLiteMusicRepository(library: try SQLiteLibrary(path: path), now: { [time] in time.now })
        let song = RemoteMusic(key: "s", title: "Duet", artist: "Both", artists: ["Queen", "!!!", "Bowie"])
        _ = try await music.refresh("radio", with: SampleMusic.all + [song])
        try change(path, "UPDATE music_artist SET artist_key = '\(key)' WHERE artist = 'Queen'")
        try checkpoint(path)
        try damageSearchText(of: path)
        let repaired = SQLiteMusicRepository(library: try repaired(), now: { [time] in time.now })
        #expect(try await repaired.results(of: MusicQuery(text: "duet")).map(\.artists) == [["Bowie", "Queen", "!!!"]])
        #expect(try await repaired.results(of: MusicQuery(artist: "queen")).map(\.title) == ["Duet"])
        #expect(try await file.check().isEmpty)
    }

    private func records() async throws -> (recordings: [Data], titles: [String]) {
        try await DatabaseQueue(path: path).read { db in
            (
                try Data.fetchAll(db, sql: "SELECT id FROM recording"),
                try String.fetchAll(db, sql: "SELECT title FROM merged_record ORDER BY id")
            )
        }
    }

    @Test("songs and playlists of an unreadable source are its own again once it is added")
    func unreadableSourceIsAddedAgain() async throws {
        let before = try await playlists(
            SQLitePlaylistRepository(library: try SQLiteLibrary(path: path), now: { Date() }))
        let titles = try await music(in: try SQLiteLibrary(path: path)).map(\.title)
        try change(path, "DELETE FROM source")
        try checkpoint(path)
        let library = try repaired()
        #expect(try await music(in: library).map(\.title) == titles)
        #expect(try await music(in: library).allSatisfy { $0.sources.isEmpty })
        let repository = SQLitePlaylistRepository(library: library, now: { Date() })
        #expect(try await playlists(repository) == before)
        let music = SQLiteMusicRepository(library: library, now: { [time] in time.now })
        try await SQLiteSourceRepository(library: library).add(
            Source(name: "radio", kind: "test", address: "test:radio", added: time.now))
        #expect(try await music.refresh("radio", with: SampleMusic.all).merged == SampleMusic.all.count)
        #expect(try await repository.refresh("radio", with: SamplePlaylists.all).updated == SamplePlaylists.all.count)
        #expect(try await music.all().allSatisfy { $0.sources == ["radio"] })
        #expect(try await playlists(repository) == before)
        #expect(try await SQLiteSourceRepository(library: library).sources().map(\.count) == [SampleMusic.all.count])
        #expect(try await file.check().isEmpty)
    }

    @Test("copies nearly all downloads around an unreadable page", arguments: ["middle", "end"])
    func copiesDownloadsAroundBadPage(place: String) async throws {
        try addDownloads(800)
        let order = place == "middle" ? "id > \(UInt64.max >> 2) ORDER BY id" : "TRUE ORDER BY id DESC"
        let last = try await DatabasePool(path: path).read { db in
            try String.fetchOne(db, sql: "SELECT file FROM download WHERE \(order) LIMIT 1")
        }
        let bytes = try Data(contentsOf: URL(filePath: path))
        let file = try #require(last)
        let found = try #require(bytes.range(of: Data(file.utf8))).lowerBound
        try overwriteBytes(of: path, at: found / 4096 * 4096, count: 4096)
        _ = try repaired()
        #expect((600..<800).contains(try await downloads()))
    }

    @Test("copies the artists of albums, and recomputes their keys")
    func copiesAlbumArtists() async throws {
        try change(
            path,
            """
            UPDATE music SET album_artist = 'The Band', album_artist_key = 'wrong' WHERE row = 1;
            UPDATE music SET album_artist_key = 'wrong' WHERE row = 2
            """)
        try damageSearchText(of: path)
        let repair = try #require(try file.repairBlocking())
        #expect(repair.count(of: .music).altered == 2)
        let keys = try await DatabaseQueue(path: path).read {
            try String.fetchAll($0, sql: "SELECT album_artist_key FROM music ORDER BY row LIMIT 2")
        }
        #expect(keys == ["band", "david bowie"])
        #expect(try await music(in: try SQLiteLibrary(path: path)).map(\.albumArtist).max() == "The Band")
    }

    @Test("copies to-dos with numbers, sections and order")
    func copiesToDosWithNumbers() async throws {
        let library = try SQLiteLibrary(path: path)
        let toDos = SQLiteToDoRepository(library: library)
        let added = try await toDos.add(items: SampleToDos.all).map(\.toDo.number)
        try await toDos.setDone(true, of: [9, 4, 6])
        try await toDos.setDone(false, of: [4])
        try await toDos.remove([2, added.count - 1, added.count])
        let stored = try await toDos.all()
        try checkpoint(path)
        try damageSearchText(of: path)
        let saved = SQLiteToDoRepository(library: try repaired())
        #expect(try await saved.all() == stored)
        #expect(try await saved.add(titles: ["next"]).map(\.toDo.number) == [added.count + 1])
        #expect(try await saved.add(SampleToDos.all[0]).map(\.kind) == [.existing])
        try await saved.setDone(true, of: [1])
        #expect(try await saved.all(.done).map(\.number) == [9, 6, 1])
    }

    @Test("does not reuse the numbers of removed to-dos", arguments: [0, 1, 3])
    func neverReusesToDoNumbers(count: Int) async throws {
        let library = try SQLiteLibrary(path: path)
        let toDos = SQLiteToDoRepository(library: library)
        let numbers = Array(1..<count + 1)
        if count > 0 {
            try await toDos.add(titles: numbers.map { "Song \($0)" })
            try await toDos.remove(numbers)
        }
        try checkpoint(path)
        try damageSearchText(of: path)
        let saved = SQLiteToDoRepository(library: try repaired())
        #expect(try await saved.all().isEmpty)
        #expect(try await saved.add(titles: ["next"]).map(\.toDo.number) == [count + 1])
    }

    @Test("does not copy removed rows from free pages")
    func skipsFreePages() async throws {
        let library = try SQLiteLibrary(path: path)
        try await SQLiteToDoRepository(library: library).add(titles: (1...800).map { "Hear song \($0) live" })
        try checkpoint(path)
        // Another program's SQLite does not overwrite removed rows.
        try change(path, "PRAGMA secure_delete = OFF; DELETE FROM todo WHERE number > 1")
        try checkpoint(path)
        try damageSearchText(of: path)
        #expect(try await SQLiteToDoRepository(library: try repaired()).all().map(\.number) == [1])
    }

    @Test("copies nearly all to-dos around an unreadable page")
    func copiesToDosAroundBadPage() async throws {
        let library = try SQLiteLibrary(path: path)
        try await SQLiteToDoRepository(library: library).add(titles: (1...800).map { "Hear song \($0) live" })
        let bytes = try checkpointedFile(at: path)
        let found = try #require(bytes.range(of: Data("Hear song 400 live".utf8))).lowerBound
        try overwriteBytes(of: path, at: found / 4096 * 4096, count: 4096)
        let saved = SQLiteToDoRepository(library: try repaired())
        let copied = try await saved.all()
        #expect((650..<800).contains(copied.count))
        #expect(copied.map(\.number) == copied.map(\.number).sorted())
        #expect(copied.allSatisfy { $0.item.title == "Hear song \($0.number) live" })
        #expect(try await saved.add(titles: ["next"]).map(\.toDo.number) == [801])
    }

    private func addDownloads(_ count: Int) throws {
        let downloads = (0..<count).map { number in
            // The ids are as far apart as real ones.
            let id = MusicID(source: "radio", key: number < 20 ? "\(number + 1)" : "gone \(number)")
            return "(\(id.value), 1, \(number), 'song \(number).mp3')"
        }
        try change(
            path, "INSERT INTO download(id, state, number, file) VALUES \(downloads.joined(separator: ", "))")
        try checkpoint(path)
    }

    private func playlists(_ repository: SQLitePlaylistRepository) async throws -> [String] {
        var texts: [String] = []
        for playlist in try await repository.all() {
            let titles = try await repository.batches(of: playlist.id, allowing: .all, window: .all).joined().map(
                \.title)
            texts.append("\(playlist.name): \(titles)")
        }
        return texts
    }

    private func repaired() throws -> SQLiteLibrary {
        _ = try #require(try file.repairBlocking())
        return try SQLiteLibrary(path: path)
    }

    private func music(in library: SQLiteLibrary) async throws -> [Music] {
        try await SQLiteMusicRepository(library: library, now: { Date() }).all()
    }

    private func entries() async throws -> [String] {
        let entry = "playlist || ' ' || position || ' ' || record"
        return try await DatabasePool(path: path).read {
            try String.fetchAll($0, sql: "SELECT \(entry) FROM playlist_entry ORDER BY playlist, position")
        }
    }

    private func downloads() async throws -> Int {
        try await DatabasePool(path: path).read { try Int.fetchOne($0, sql: "SELECT count(*) FROM download") ?? 0 }
    }

    private func damageSearchText(of path: String) throws {
        try change(path, "UPDATE music_search_data SET block = randomblob(length(block)) WHERE id > 10")
        try checkpoint(path)
    }
}
