import FermataContracts
import FermataData
import FermataDomain
import Foundation
import GRDB
import Synchronization
import Testing

@Suite("Migration of an older library")
struct LibraryMigrationTests {
    private let path: String
    private let time = TestTime()
    /// The songs of the newer library, from which each older one is made.
    private let stored: [Music]
    private let sources: [Source]
    private let folder: TemporaryFolder

    private static let newer = LibraryTemplate { path in
        let music = try await TestLibrary(SampleMusic.all, path: path).music
        for song in try await music.all().prefix(5) { _ = try await music.setBookmark(true, of: song.id) }
        _ = try await music.refresh("radio", with: Array(SampleMusic.all.dropLast(5)), revision: "v1")
    }
    private static let expectedResults = Task {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try await newer.copy(to: folder.path("newer.sqlite"))
        let library = try SQLiteLibrary(path: folder.path("newer.sqlite"))
        let stored = try await SQLiteMusicRepository(library: library, now: { Date() }).all()
        return MusicQueries.all.map { $0.results(from: stored) }
    }

    init() async throws {
        folder = try TemporaryFolder()
        path = folder.path("library.sqlite")
        try await Self.newer.copy(to: folder.path("newer.sqlite"))
        let library = try SQLiteLibrary(path: folder.path("newer.sqlite"))
        stored = try await SQLiteMusicRepository(library: library, now: { Date() }).all()
        sources = try await SQLiteSourceRepository(library: library).sources()
    }

    @Test("music can be found, bookmarked and synced as before", arguments: OldLibrary.variants)
    func keepsMusicAndSearch(version: Int, isFilled: Bool) async throws {
        try OldLibrary.make(at: path, from: folder.path("newer.sqlite"), version: version, isFilled: isFilled)
        let library = try SQLiteLibrary(path: path)
        let time = time
        let music = SQLiteMusicRepository(library: library, now: { time.now })
        #expect(try await music.all() == stored)
        #expect(try await SQLiteSourceRepository(library: library).sources() == sources)
        let lyrics = SQLiteLyricsRepository(library: library)
        for song in stored {
            let expected = Lyrics(lrc: SampleMusic.all.first { $0.title == song.title }?.lyrics ?? "")
            #expect(try await lyrics.lyrics(of: song.id, allowing: .all) == expected)
        }
        let queries = zip(MusicQueries.all, try await Self.expectedResults.value).enumerated()
        // Each version runs a fourth of the queries; the versions with the first search index run all.
        let part = try #require(OldLibrary.versions.firstIndex(of: version)) % 4
        for (number, (query, expected)) in queries where number % 4 == part {
            #expect(try await music.results(of: query) == expected, "\(query)")
        }
        let titles = [
            "jayz": ["99 Problems"], "dont stop": ["Don't Stop", "Don’t Stop"], "ㅎㄷㅋㄹ": ["하드캐리 Hard Carry"],
        ]
        for (text, titles) in titles {
            #expect(try await music.results(of: MusicQuery(text: text)).map(\.title).sorted() == titles, "\(text)")
        }
        #expect(try await indexes().contains("record_row") == isFilled)
        #expect(try await artistIndexIsCurrent() == isFilled)
        let session = try await music.beginSync(over: "radio")
        #expect(await session.revision == nil)
        let again = try await music.refresh("radio", with: SampleMusic.all)
        #expect((again.added, again.unchanged, again.removed) == (5, stored.count, 0))
        let bookmarked = try await music.count(MusicQuery(bookmarkedOnly: true))
        #expect(bookmarked == 5)
        #expect(try await indexes().contains("record_row"))
        #expect(try await artistIndexIsCurrent())
        #expect(try await SQLiteLibraryFile(path: path, now: { Date() }).check().isEmpty)
    }

    @Test("stores the order of more titles than one step reads")
    func ordersManyTitles() async throws {
        try OldLibrary.make(at: path, from: folder.path("newer.sqlite"), version: 7, isFilled: false)
        try change(
            path,
            """
            WITH RECURSIVE number(n) AS (SELECT 1000 UNION ALL SELECT n + 1 FROM number WHERE n < 11500)
            INSERT INTO music(row, id, sources, explicit, title_key, artist_key, album_key, title, artist, album,
                    duration, added, lyrics)
                SELECT n, n, 0, 0, 'song', 'band', 'album', 'song', 'Band', 'Album', 0, 0, '' FROM number
            """)
        _ = try SQLiteLibrary(path: path)
        let orders = try await DatabaseQueue(path: path).read {
            try String.fetchAll($0, sql: "SELECT DISTINCT hex(title_order) FROM music WHERE title = 'song'")
        }
        #expect(orders == ["FE736F6E67"])
    }

    @Test("reports each step before it starts, and the end", arguments: [true, false])
    func reportsSteps(isFilled: Bool) async throws {
        try OldLibrary.make(at: path, from: folder.path("newer.sqlite"), version: 7, isFilled: isFilled)
        let steps = Mutex<[LibraryMigrationStep?]>([])
        _ = try SQLiteLibrary(path: path) { step in steps.withLock { $0.append(step) } }
        let found = steps.withLock(\.self)
        let (first, second) = isFilled ? (19, 3) : (9, 2)
        #expect(found.map { $0?.number } == (1...first).map { $0 } + [nil] + (1...second).map { $0 } + [nil])
        let works = found.compactMap { $0?.work }
        #expect(works.prefix(3) == [.lyrics, .titles, .index])
        #expect(works.dropFirst(first).prefix(2) == [.albums, .index])
        #expect(
            found.compactMap { $0?.count }
                == Array(repeating: first, count: first) + Array(repeating: second, count: second))
        _ = try SQLiteLibrary(path: path) { _ in Issue.record("migrated again") }
        _ = try SQLiteLibrary(path: folder.path("new.sqlite")) { step in #expect(step == nil) }
    }

    @Test("opens the file that replaces a damaged one meanwhile")
    func opensReplacingFile() async throws {
        let old = folder.path("old.sqlite")
        try OldLibrary.make(at: old, from: folder.path("newer.sqlite"), version: 7, isFilled: true)
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: old)
        let (link, newer) = (path, folder.path("newer.sqlite"))
        let library = try SQLiteLibrary(path: path) { step in
            guard step?.number == 2 else { return }
            try? FileManager.default.removeItem(atPath: link)
            try? FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: newer)
            try? overwriteBytes(of: old, at: 4_096, count: 100_000)
        }
        #expect(try await SQLiteMusicRepository(library: library, now: { Date() }).all() == stored)
    }

    @Test("music and bookmarks of version 9 stay, and its bookmarks become stars")
    func addsStars() async throws {
        try OldLibrary.make(at: path, from: folder.path("newer.sqlite"), version: 9, isFilled: true)
        let library = try StarredLibrary(path: path)
        #expect(try await library.music.all() == stored)
        #expect(try await library.sources.sources() == sources)
        let songs = SampleMusic.all.map { song in
            var song = song
            song.needsKey = true
            return song
        }
        _ = try await library.music.refresh("radio", with: songs)
        let remote = InMemoryRemoteStarRepository(songs: Set(songs.map(\.key)))
        _ = try await library.sync("radio", remote)
        #expect(try await remote.starred.count == library.music.count(MusicQuery(bookmarkedOnly: true)))
        #expect(try await SQLiteLibraryFile(path: path, now: { Date() }).check().isEmpty)
    }

    @Test("numbers of sent star changes are not used again", arguments: OldLibrary.versions.filter { $0 > 9 })
    func usesNoSentNumberAgain(version: Int) async throws {
        let newer = try await StarredLibrary()
        let remote = InMemoryRemoteStarRepository.withSongs()
        _ = try await newer.sync("home", remote)
        for key in StarredLibrary.keys { try await newer.set(true, [key]) }
        try OldLibrary.make(at: path, from: newer.path, version: version, isFilled: true)
        let library = try StarredLibrary(path: path)
        let first = try await library.begin()
        #expect(first.map(\.key) == StarredLibrary.keys)
        _ = try await library.sync("home", remote)
        #expect(try await library.waiting() == 0)
        try await library.set(false, ["a"])
        let second = try #require(try await library.begin().first)
        #expect(second.number > (try #require(first.map(\.number).max())))
    }

    @Test("the history of version 11 counts the plays of each song", arguments: [true, false])
    func countsPlays(isFilled: Bool) async throws {
        let newer = try SQLiteLibrary(path: folder.path("newer.sqlite"))
        let history = SQLiteHistoryRepository(library: newer)
        for seconds in [100, 300, 200] {
            try await history.add(Play(stored[0].id, started: Date(timeIntervalSince1970: Double(seconds))))
        }
        try OldLibrary.make(at: path, from: newer.path, version: 11, isFilled: isFilled)
        let music = SQLiteMusicRepository(library: try SQLiteLibrary(path: path), now: { Date() })
        // Plays are counted once the first import has ended.
        if !isFilled { _ = try await music.refresh("radio", with: SampleMusic.all) }
        let played = try await music.results(of: MusicQuery(text: "is:played"))
        #expect(played.map(\.id) == [stored[0].id])
        #expect(played.map(\.plays) == [3])
        #expect(played.map(\.lastPlayed) == [Date(timeIntervalSince1970: 300)])
    }

    @Test("changes of version 6 can be undone", arguments: [true, false])
    func keepsUndo(isFilled: Bool) async throws {
        let newer = try SQLiteLibrary(path: folder.path("newer.sqlite"))
        let toDos = SQLiteToDoRepository(library: newer)
        try await toDos.add(titles: ["Listen", "Dance"])
        try await toDos.setDone(true, of: [1])
        let changes = try await SQLiteUndoRepository(library: newer).changes(allowing: .all, limit: 100)
        #expect(changes.map(\.action).prefix(3) == [.check, .add, .bookmark])
        try OldLibrary.make(at: path, from: newer.path, version: 6, isFilled: isFilled)
        let library = try SQLiteLibrary(path: path)
        let undo = SQLiteUndoRepository(library: library)
        #expect(try await undo.changes(allowing: .all, limit: 100) == changes)
        for change in changes { #expect(try await undo.undoLast(allowing: .all) == change) }
        #expect(try await SQLiteToDoRepository(library: library).all().isEmpty)
        let music = SQLiteMusicRepository(library: library, now: { Date() })
        #expect(try await music.count(MusicQuery(bookmarkedOnly: true)) == 0)
    }

    @Test("the next syncs read what several sources say about songs of version 9")
    func readsSharedSongsAgain() async throws {
        let newer = folder.path("newer.sqlite")
        let (library, time) = (try SQLiteLibrary(path: newer), time)
        let music = SQLiteMusicRepository(library: library, now: { time.now })
        for (name, songs) in [("shop", SampleMusic.all.prefix(1)), ("disk", [])] {
            try await SQLiteSourceRepository(library: library)
                .add(Source(name: name, kind: "test", address: "test:\(name)", added: time.now))
            _ = try await music.refresh(name, with: Array(songs), revision: "v1")
        }
        try OldLibrary.make(at: path, from: newer, version: 9, isFilled: true)
        let migrated = SQLiteMusicRepository(library: try SQLiteLibrary(path: path), now: { time.now })
        for name in ["radio", "shop", "disk"] {
            #expect(try await migrated.beginSync(over: name).revision == nil)
        }
        let again = try await migrated.refresh("radio", with: Array(SampleMusic.all.dropLast(5)))
        #expect((again.unchanged, again.updated) == (SampleMusic.all.count - 5, 0))
    }

    @Test("the next sync reads the artists of albums of songs that are unchanged", arguments: [12, 15], [true, false])
    func readsAlbumArtists(version: Int, isFilled: Bool) async throws {
        try OldLibrary.make(at: path, from: folder.path("newer.sqlite"), version: version, isFilled: isFilled)
        let music = SQLiteMusicRepository(library: try SQLiteLibrary(path: path), now: { Date() })
        let songs = Array(SampleMusic.all.dropLast(5))
        let records = zip(songs, RemoteRecord.records(of: songs)).map { song, record in
            var song = song
            song.albumArtist = "Band"
            return RemoteRecord(position: record.position, fingerprint: record.fingerprint) { [song] in song }
        }
        let session = try await music.beginSync(over: "radio")
        try await session.apply(RemoteBatch(records: records))
        #expect(try await session.finish(.complete(revision: "v2")).updated == songs.count)
        #expect(try await music.all().map(\.albumArtist) == songs.map { _ in "Band" })
        #expect(try await SQLiteLibraryFile(path: path, now: { Date() }).check().isEmpty)
    }

    @Test("stores several artists of a song after the migration")
    func storesSingleArtists() async throws {
        try OldLibrary.make(at: path, from: folder.path("newer.sqlite"), version: 15, isFilled: true)
        let time = time
        let music = SQLiteMusicRepository(library: try SQLiteLibrary(path: path), now: { time.now })
        _ = try await music.refresh(
            "radio", with: [RemoteMusic(key: "1", title: "Duet", artist: "Both", artists: ["Ann", "Bob"])])
        #expect(try await music.results(of: MusicQuery(artist: "ann")).map(\.title) == ["Duet"])
        #expect(try await SQLiteLibraryFile(path: path, now: { Date() }).check().isEmpty)
    }

    @Test("playlists and downloads of version 2 stay", arguments: [true, false])
    func keepsPlaylistsAndDownloads(isFilled: Bool) async throws {
        let newer = try SQLiteLibrary(path: folder.path("newer.sqlite"))
        _ = try await SQLitePlaylistRepository(library: newer)
            .refresh("radio", with: SamplePlaylists.all, revision: "v1")
        let song = try #require(stored.first)
        try change(
            newer.path, "INSERT INTO download(id, state, asked, file) VALUES (\(song.id.value), 1, 1, 'a.mp3')")
        let playlists = try await SQLitePlaylistRepository(library: newer).all()
        try OldLibrary.make(at: path, from: folder.path("newer.sqlite"), version: 2, isFilled: isFilled)
        let library = try SQLiteLibrary(path: path)
        let migrated = SQLitePlaylistRepository(library: library)
        #expect(try await migrated.all() == playlists && playlists.count == SamplePlaylists.all.count)
        #expect(try await migrated.beginSync(over: "radio").revision == "v1")
        let music = try await SQLiteMusicRepository(library: library, now: { Date() }).all()
        #expect(music.filter(\.isDownloaded).map(\.id) == [song.id])
    }

    @Test("to-dos and playlists can be added, and the library opens again", arguments: OldLibrary.variants)
    func addsToDosAndPlaylists(version: Int, isFilled: Bool) async throws {
        try OldLibrary.make(at: path, from: folder.path("newer.sqlite"), version: version, isFilled: isFilled)
        let item = ToDoItem(title: "Listen", subject: stored.first.map { .music($0.id) })
        _ = try await SQLiteToDoRepository(library: try SQLiteLibrary(path: path)).add(item)
        let library = try SQLiteLibrary(path: path)
        let toDos = SQLiteToDoRepository(library: library)
        let known = item.subject == nil || isFilled && stored.first?.explicit == .clean
        #expect(try await toDos.all().map(\.item) == [item])
        #expect(try await toDos.all(allowing: .cleanOnly).map(\.item) == (known ? [item] : []))
        _ = try await SQLitePlaylistRepository(library: library).refresh("radio", with: SamplePlaylists.all)
        let found = try await SQLiteArtistRepository(library: library)
            .playlists(withMusicBy: "David Bowie", allowing: .all, limit: 9)
        #expect(found.map(\.playlist.name) == ["Road trip", "Twice"])
    }

    @Test("to-dos of version 4 stay, and adding them again completes their address")
    func keepsToDosWithoutAddress() async throws {
        let vague = ToDoItem(
            title: "Gig", location: Location(name: "Hall", coordinate: Coordinate(latitude: 1, longitude: 2)))
        let newer = folder.path("newer.sqlite")
        try await SQLiteToDoRepository(library: try SQLiteLibrary(path: newer)).add(vague, ToDoItem(title: "Low"))
        try await DatabaseQueue(path: newer, configuration: .patient).writeWithoutTransaction { [path] db in
            try db.execute(sql: "VACUUM INTO ?", arguments: [path])
        }
        let queue = try DatabaseQueue(path: path)
        try await queue.writeWithoutTransaction { db in
            try db.execute(
                sql: """
                    ALTER TABLE todo DROP COLUMN address;
                    ALTER TABLE todo DROP COLUMN town_only;
                    DELETE FROM grdb_migrations WHERE identifier LIKE '5 %';
                    PRAGMA user_version = 4;
                    """)
        }
        try queue.close()
        let toDos = SQLiteToDoRepository(library: try SQLiteLibrary(path: path))
        #expect(try await toDos.all().map(\.item) == [vague, ToDoItem(title: "Low")])
        var complete = vague
        complete.location?.address = "Street 1"
        complete.location?.isTownOnly = true
        #expect(try await toDos.add(complete) == [ToDoAddition(.enriched, ToDo(number: 1, item: complete))])
        #expect(try await toDos.all().map(\.item) == [complete, ToDoItem(title: "Low")])
    }

    /// Whether the artist index has its current columns.
    private func artistIndexIsCurrent() async throws -> Bool {
        try await DatabasePool(path: path).read { db in
            try db.indexes(on: "music").contains { $0.name == "music_by_artist" && $0.columns.last == "artist" }
        }
    }

    private func indexes() async throws -> [String] {
        try await DatabasePool(path: path).read { try $0.indexNames() }
    }
}
