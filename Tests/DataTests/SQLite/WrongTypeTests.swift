import FermataContracts
import FermataData
import FermataDomain
import Foundation
import GRDB
import Testing

@Suite("Stored values of a wrong type", .timeLimit(.minutes(5)))
struct WrongTypeTests {
    private static let template = LibraryTemplate { path in
        let songs = (1...3).map {
            RemoteMusic(
                key: "\($0)", title: "Song \($0)", artist: "Artist", artists: ["Ann", "Bob"], album: "Album",
                genre: "pop", lyrics: "la")
        }
        let filled = try await TestLibrary(songs, path: path)
        let (library, music, time) = (filled.file, filled.music, filled.time)
        let ids = try await music.all().map(\.id)
        let playlist = RemotePlaylist(key: "1", name: "List", songKeys: ["1", "2"])
        _ = try await SQLitePlaylistRepository(library: library, now: { Date() }).refresh("radio", with: [playlist])
        _ = try await music.setBookmark(true, of: ids[0])
        try await music.setRating(.four, of: ids[0])
        try await SQLiteToDoRepository(library: library).add(titles: ["Hear"])
        let own = SQLiteOwnPlaylistRepository(library: library, now: { time.now })
        let mix = try await own.create("Mix", songs: ids, allowing: .all)
        _ = try await own.create("Saved", search: SavedSearch(text: "song", limit: 2))
        _ = try await own.change(mix.id, by: .remove([1]), allowing: .all)
        let queue = PlayQueue(ids)
        let playback = SQLitePlaybackRepository(library: library, now: { time.now })
        try await playback.store(StoredPlayback(queue: queue))
        _ = try await playback.update { try $0.perform(.move(entries: [1, 3], to: .end)) }
        _ = try await playback.update { try $0.perform(.insertNext([ids[0]])) }
        try await SQLiteHistoryRepository(library: library).add(Play(ids[0], started: time.now))
        let record = "(SELECT id FROM record LIMIT 1)"
        try change(
            path,
            """
            UPDATE todo SET place = 'Hall', latitude = 1, longitude = 1, moment = 1, music = \(record);
            INSERT INTO download(id, state, number, file, length) VALUES (\(record), 1, 1, 'a.mp3', 9);
            INSERT OR REPLACE INTO star VALUES (\(record), 0, '1', 1, 1, 1, 3, 2, 1);
            INSERT INTO scrobble(source, key, started) VALUES (0, '1', 1);
            INSERT INTO held_bookmark VALUES (7, 7);
            INSERT INTO held_rating VALUES (7, 7, 3);
            INSERT INTO annotation SELECT id, 1, 3, 'Band', 'Album' FROM album LIMIT 1;
            INSERT INTO annotation_change SELECT 1, 0, id, 1, 3, '1', 'Band', 'Album' FROM album LIMIT 1;
            INSERT INTO undo_annotation SELECT number, id, 1, 3, 'Band', 'Album', '9' FROM undo, album LIMIT 1;
            INSERT INTO geocoding VALUES ('test', 'Seoul', '[]', 1, 1);
            INSERT INTO geocoder VALUES ('test', 1);
            UPDATE source SET issue = 'songs stalled 5', issue_time = 1;
            """)
    }

    @Test(
        "are read as some value, or are damage",
        arguments: [
            "source", "music", "music_artist", "lyrics", "record", "recording", "merged_record", "playlist",
            "playlist_entry", "saved_search", "todo", "download", "star", "held_bookmark", "held_rating", "playback",
            "queue", "play", "scrobble", "undo", "undo_todo", "undo_bookmark", "undo_playlist", "undo_annotation",
            "undo_queue", "undo_queue_entry",
            "annotation", "annotation_change", "geocoding",
            "geocoder", "album", "album_genre", "genre",
        ])
    func readsAnyValue(table: String) async throws {
        for column in try await columns(of: table) {
            for value in ExtremeNumbers.sql {
                let folder = try TemporaryFolder()
                defer { folder.remove() }
                let path = folder.path("library.sqlite")
                try await Self.template.copy(to: path)
                // Some values break a constraint.
                guard (try? change(path, "UPDATE \(table) SET \(column) = \(value)")) != nil else { continue }
                try await use(path, "\(table).\(column) = \(value)")
            }
        }
    }

    private func columns(of table: String) async throws -> [String] {
        let path = try TemporaryFolder().path("library.sqlite")
        try await Self.template.copy(to: path)
        return try await DatabaseQueue(path: path).read { try $0.columns(in: table).map(\.name) }
    }

    /// Reads and changes everything in a library, then checks and repairs it. Every error has to be one of a library.
    private func use(_ path: String, _ change: Comment) async throws {
        let (time, file) = (TestTime(), SQLiteLibraryFile(path: path, now: { Date() }))
        func attempt(_ body: () async throws -> Void) async {
            do {
                try await body()
            } catch {
                let isKnown =
                    error is LibraryError || error is SourceError || error is MusicError || error is PlaylistError
                    || error is CancellationError || error as? PlayerError == .nothingToUndo
                #expect(isKnown, "\(change): \(error)")
            }
        }
        await attempt { _ = try await file.check() }
        do {
            let library = try SQLiteLibrary(path: path)
            let music = SQLiteMusicRepository(library: library, now: { time.now })
            let (sources, stars) = (SQLiteSourceRepository(library: library), SQLiteStarRepository(library: library))
            let scrobbles = SQLiteScrobbleRepository(library: library, now: { time.now })
            let playback = SQLitePlaybackRepository(library: library, now: { time.now })
            let playlists = SQLitePlaylistRepository(library: library, now: { Date() })
            let downloads = FileDownloadRepository(
                library: library, folder: URL(filePath: path + ".downloads"), clock: ContinuousClock())
            await attempt { _ = try await music.all() }
            let albums = SQLiteAlbumRepository(library: library)
            for query in [AlbumQuery(), AlbumQuery(text: "album:a genre:pop"), AlbumQuery(bookmarkedOnly: true)] {
                await attempt { _ = try await albums.results(of: query) }
            }
            await attempt { _ = try await albums.genres(in: .songs, allowing: .all, window: .all) }
            await attempt { _ = try await SQLiteHistoryRepository(library: library).plays(.all, allowing: .all) }
            await attempt {
                for source in try await sources.sources() {
                    try await sources.setIssue(SyncIssue(.incomplete, at: time.now), of: source)
                    try await sources.update(source.name, to: source)
                }
                try await sources.add(Source(name: "new", kind: "test", address: "new", added: time.now))
            }
            await attempt { _ = try await playback.update { $0.queue.add([MusicID(7)]) } }
            await attempt { _ = try await playback.update { $0.queue.insertNext([MusicID(8)]) } }
            await attempt {
                for toDo in try await SQLiteToDoRepository(library: library).all() { _ = toDo.item.timestamp }
            }
            await attempt { _ = try await downloads.downloads(allowing: .all, window: .all) }
            await attempt { _ = try await downloads.check() }
            await attempt { _ = try await stars.beginDelivery(to: "radio", after: nil, limit: 9) }
            await attempt {
                let ratings = SQLiteRatingRepository(library: library)
                _ = try await ratings.beginDelivery(to: "radio", after: nil, limit: 9)
            }
            await attempt {
                _ = try await SQLitePersonalDataRepository(library: library).ratings(allowing: .all).joined()
            }
            await attempt { _ = try await scrobbles.claimNext(of: "radio") }
            await attempt {
                _ = try await CachingGeocoder(GeocoderStub(), server: "test", library: library, now: { time.now })
                    .places(at: "Seoul", limit: 1)
            }
            await attempt {
                _ = try await SQLiteUndoRepository(library: library, now: { Date() }).changes(
                    allowing: .notExplicit, limit: 9)
            }
            for _ in 1...9 {
                await attempt {
                    let change = try await SQLiteUndoRepository(library: library, now: { Date() }).undoLast(
                        allowing: .all)
                    guard case .queue(let number) = change?.subject else { return }
                    _ = try await playback.undo(change: number) { _ in }
                }
            }
            await attempt { _ = try await playlists.all() }
            let own = SQLiteOwnPlaylistRepository(library: library, now: { time.now })
            for playlist in (try? await playlists.all()) ?? [] {
                await attempt { _ = try await own.change(playlist.id, by: .add([MusicID(7)]), allowing: .all) }
                await attempt { _ = try await own.change(playlist.id, by: .move([2], to: 1), allowing: .all) }
                await attempt { _ = try await own.create("Copy", copying: playlist.id, allowing: .all) }
                await attempt { try await own.delete(playlist.id, allowing: .all) }
            }
            await attempt { _ = try await music.refresh("radio", with: [RemoteMusic(key: "4", title: "Song 4")]) }
            await attempt { _ = try await playlists.refresh("radio", with: []) }
        } catch {
            #expect(error is LibraryError, "\(change): \(error)")
        }
        await attempt { _ = try file.repairBlocking() }
    }
}
