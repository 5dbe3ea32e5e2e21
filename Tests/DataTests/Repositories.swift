import AudioFiles
import FermataContracts
import FermataData
import FermataDomain
import Foundation
import Synchronization
import TestServer
import TestTraits

/// Every repository that must pass the contracts. Add new ones here.
enum Repositories {
    static let music = [sqlite, inMemory, refreshed]
    static let local = [localSQLite, localInMemory]
    static let playlists = [playlistsSQLite]
    static let ownPlaylists = [sqliteOwnPlaylists, inMemoryOwnPlaylists]
    static let albums = [sqliteAlbums, inMemoryAlbums]
    static let remotes = [
        folder,
        http,
        subsonic,
        jsonFile,
        table,
        command,
        library,
        chime,
    ]
    static let remotePlaylists = [httpPlaylists, inMemoryPlaylists, subsonicPlaylists]
    static let remoteStars = [inMemoryStars, subsonicStars]
    static let remoteRatings = [inMemoryRatings, subsonicRatings]
    static let duplicates = [sqliteDuplicates, inMemoryDuplicates]
    static let audio = [httpAudio, fakeAudio, rateLimitedAudio, subsonicAudio]
    static let credentials = [fileCredentials, inMemoryCredentials]
    static let accounts = [sqliteAccounts, inMemoryAccounts]
    static let downloads = [fileDownloads]
    static let toDos = [sqliteToDos, inMemoryToDos]
    static let undo = [sqliteUndo]
    static let lyrics = [sqliteLyrics, inMemoryLyrics]
    static let playback = [sqlitePlayback, inMemoryPlayback]
    static let history = [sqliteHistory, inMemoryHistory]
    static let positions = [sqlitePositions, inMemoryPositions]
    static let scrobbles = [sqliteScrobbles, inMemoryScrobbles]
    static let records = [sqliteRecords, inMemoryRecords]
    static let documents = [propertyList, iCalendar]
    static let geocoders = [gazetteer, nominatim, cachedNominatim]

    /// A library in memory with the content of a seed.
    private static func inMemoryLibrary(_ seed: LibrarySeed) async throws -> InMemoryMusicRepository {
        let time = TestTime()
        let library = InMemoryMusicRepository(now: { time.now }, parseLyrics: { Lyrics(lrc: $0) })
        try await seed.fill(library, library, time: time)
        return library
    }

    private static let sqlite = MusicRepositoryFactory("SQLite") { seed in try await TestLibrary(seed).music }

    private static let sqliteLyrics = LyricsRepositoryFactory("SQLite") { seed in
        let library = try await TestLibrary(seed)
        return (library.music, SQLiteLyricsRepository(library: library.file))
    }

    private static let sqliteAccounts = AccountRepositoryFactory("SQLite") {
        let key = URL.ofTest().appending(path: "accounts.key").path
        return SQLiteAccountRepository(library: try SQLiteLibrary.inTemporaryFolder(), key: AccountKeyFile(path: key))
    }

    private static let inMemoryAccounts = AccountRepositoryFactory("in memory") { InMemoryAccountRepository() }

    private static let sqlitePlayback = PlaybackRepositoryFactory("SQLite") {
        SQLitePlaybackRepository(library: try SQLiteLibrary.inTemporaryFolder(), now: { Date() })
    }

    private static let inMemoryPlayback = PlaybackRepositoryFactory("in memory") { InMemoryPlaybackRepository() }

    private static let sqliteHistory = HistoryRepositoryFactory("SQLite") { seed in
        let library = try await TestLibrary(seed)
        return (library.music, SQLiteHistoryRepository(library: library.file))
    }

    private static let inMemoryHistory = HistoryRepositoryFactory("in memory") { seed in
        let library = try await inMemoryLibrary(seed)
        return (library, InMemoryHistoryRepository(music: library))
    }

    private static let sqlitePositions = SavedPositionRepositoryFactory("SQLite") { seed in
        let library = try await TestLibrary(seed)
        return (library.music, SQLiteSavedPositionRepository(library: library.file))
    }

    private static let inMemoryPositions = SavedPositionRepositoryFactory("in memory") { seed in
        let library = try await inMemoryLibrary(seed)
        return (library, InMemorySavedPositionRepository(music: library))
    }

    private static let sqliteAlbums = AlbumRepositoryFactory("SQLite") { seed in
        let library = try await TestLibrary(seed)
        return AlbumLibrary(
            music: library.music, sources: library.sources, history: SQLiteHistoryRepository(library: library.file),
            albums: SQLiteAlbumRepository(library: library.file),
            annotations: SQLiteSubjectAnnotationRepository(library: library.file, now: { .distantPast }))
    }

    private static let inMemoryAlbums = AlbumRepositoryFactory("in memory") { seed in
        let library = try await inMemoryLibrary(seed)
        let annotations = InMemorySubjectAnnotationRepository(of: library)
        return AlbumLibrary(
            music: library, sources: library, history: InMemoryHistoryRepository(music: library),
            albums: InMemoryAlbumRepository(library, annotations: annotations), annotations: annotations)
    }

    private static let sqliteScrobbles = ScrobbleRepositoryFactory("SQLite") { plays, time in
        let library = try await StarredLibrary(["home", "away"])
        for (second, play) in plays.enumerated() {
            try await library.play(play.key, source: play.source, after: TimeInterval(second))
        }
        return SQLiteScrobbleRepository(library: library.file, now: { time.now })
    }

    private static let inMemoryScrobbles = ScrobbleRepositoryFactory("in memory") { plays, time in
        InMemoryScrobbleRepository(plays, now: { time.now })
    }

    private static let sqliteRecords = MusicRecordRepositoryFactory("SQLite") {
        let library = try TestLibrary()
        return (library.music, library.sources, SQLiteMusicRecordRepository(library: library.file))
    }

    private static let inMemoryRecords = MusicRecordRepositoryFactory("in memory") {
        let library = try await inMemoryLibrary(LibrarySeed())
        return (library, library, library)
    }

    private static let sqliteDuplicates = DuplicateRepositoryFactory("SQLite") {
        let library = try TestLibrary()
        let duplicates = SQLiteDuplicateRepository(library: library.file) { _, revision in
            AudioRevision.keysByAudio(in: revision)
        }
        return (library.music, library.sources, duplicates)
    }

    private static let inMemoryDuplicates = DuplicateRepositoryFactory("in memory") {
        let library = try await inMemoryLibrary(LibrarySeed())
        return (library, library, InMemoryDuplicateRepository(library: library))
    }

    private static let inMemoryLyrics = LyricsRepositoryFactory("in memory") { seed in
        let library = try await inMemoryLibrary(seed)
        return (library, library)
    }

    private static let inMemory = MusicRepositoryFactory("in memory") { seed in try await inMemoryLibrary(seed) }

    private static let refreshed = MusicRepositoryFactory("refreshed while it is read, over SQLite") { seed in
        let library = try await TestLibrary(seed)
        return RefreshedMusicRepository(library) { source in
            FakeRemoteMusicRepository(music: seed.sources.first { $0.name == source.name }?.music ?? [])
        }
    }

    private static let folder = RemoteMusicRepositoryFactory("folder", titles: ["캐롤 🎄", "Übung", "a", "b"]) {
        state, body in
        let folder = MusicFolder()
        // A disk that is unmounted leaves an empty folder, or none.
        if state == .cut { try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true) }
        if state == .cut || state == .failing { return try await body(try FolderMusicRepository(folder: folder.path)) }
        if state == .withBadRecord { try folder.write(Data("not audio".utf8), to: "0.flac") }
        try folder.add("song.flac", as: "1.flac")
        try folder.add("latin1.mp3", as: "2.mp3")
        try folder.add("untitled.mp3", as: "Low/a.mp3")
        try folder.add("untitled.mp3", as: "Low/b.mp3")
        try await body(try FolderMusicRepository(folder: folder.path))
        withExtendedLifetime(folder) {}
    }

    private static let library = RemoteMusicRepositoryFactory(
        "library", titles: ["One", "Two", "Übung"], hasBadRecords: false
    ) { state, body in
        let (own, other) = (
            try TestLibrary(), try await TestLibrary(["Two", "One", "Übung"].map { RemoteMusic(key: $0, title: $0) })
        )
        let path = state == .failing ? other.path + ".missing" : other.path
        let kind = LibraryKind(of: own.sources, at: own.path) { _ in
            let broken = MusicRepositoryStub([], error: LibraryError.replaced(path: path))
            return .of(other, music: state == .cut ? broken : nil)
        }
        try await body(try kind.music(of: .library(at: path)))
    }

    private static let localSQLite = LocalMusicRepositoryFactory("SQLite") { time in
        let library = try TestLibrary(time: time)
        return (library.music, library.sources)
    }

    private static let localInMemory = LocalMusicRepositoryFactory("in memory") { time in
        let repository = InMemoryMusicRepository(now: { time.now })
        return (repository, repository)
    }

    private static let sqliteOwnPlaylists = OwnPlaylistRepositoryFactory("SQLite") { time in
        let library = try TestLibrary(time: time)
        return (
            library.music, library.sources, SQLitePlaylistRepository(library: library.file, now: { time.now }),
            SQLiteOwnPlaylistRepository(library: library.file, now: { time.now })
        )
    }

    private static let inMemoryOwnPlaylists = OwnPlaylistRepositoryFactory("in memory") { time in
        let library = InMemoryMusicRepository(now: { time.now })
        let playlists = InMemoryPlaylistRepository(music: library, now: { time.now })
        return (library, library, playlists, playlists)
    }

    private static let playlistsSQLite = PlaylistRepositoryFactory("SQLite") { time in
        let library = try TestLibrary(time: time)
        return (
            library.music, library.sources, SQLitePlaylistRepository(library: library.file, now: { time.now }),
            SQLiteArtistRepository(library: library.file), SQLitePersonalDataRepository(library: library.file)
        )
    }
}

extension Repositories {
    private static let http = RemoteMusicRepositoryFactory("HTTP", titles: SampleMusic.all.map(\.title)) {
        state, body in
        try await withServer { server, fetcher in
            let document = try SampleMusic.lines(state)
            server.answer("/songs.ndjson", state == .failing ? .status(500) : .json(document, etag: "\"1\""))
            try await body(try fetcher.repository(server.url("/songs.ndjson")))
        }
    }
}

extension Repositories {
    private static let jsonFile = RemoteMusicRepositoryFactory("NDJSON file", titles: SampleMusic.all.map(\.title)) {
        state, body in
        try await withFile(try SampleMusic.lines(state), state) { try await body(try FileMusicRepository(path: $0)) }
    }

    private static let table = RemoteMusicRepositoryFactory("CSV file", titles: SampleMusic.all.map(\.title)) {
        state, body in
        var rows = SampleMusic.all.map { music in
            [music.key, music.title, music.artist, music.album, "\(music.duration.components.seconds)"]
                .map { "\"" + $0.replacing("\"", with: "\"\"") + "\"" }.joined(separator: ",")
        }
        if state == .withBadRecord { rows.insert("x,No duration,,,soon", at: 1) }
        if state == .cut { rows.append("x,\"Half a ti") }
        let text = (["ID,title,Singer,album,duration"] + rows).joined(separator: "\r\n")
        try await withFile(text, state) { try await body(try FileMusicRepository(path: $0)) }
    }

    private static let command = RemoteMusicRepositoryFactory("command", titles: SampleMusic.all.map(\.title)) {
        state, body in
        try await withFile(try SampleMusic.lines(state), .complete) { path in
            let end = state == .failing ? "exit 3" : "cat \"$0\"\(state == .cut ? "; exit 1" : "")"
            try await body(
                CommandMusicRepository(
                    ["sh", "-c", end, path], environment: ["PATH": "/usr/bin:/bin"], clock: ContinuousClock()))
        }
    }

    /// The example of the guide.
    private static let chime = RemoteMusicRepositoryFactory("guide's example", titles: ["Dawn", "Noon", "Dusk"]) {
        state, body in
        var lines = ["60\tDawn\tbells/dawn.mp3\n", "43200\tNoon\t\n", "3\tDusk\t../dusk.mp3\n"]
        if state == .withBadRecord { lines.insert("soon\tNever\t\n", at: 2) }
        if state == .cut { lines.append("12\tMidni") }
        try await withFile(lines.joined(), state) { path in
            let source = Source(name: "bells", kind: "chime", address: path, added: .distantPast)
            try await body(try ChimeKind().music(of: source))
        }
    }

    /// Calls a body with the path of a temporary file, which is missing for a failing source.
    private static func withFile(
        _ text: String, _ state: RemoteSourceState, _ body: (String) async throws -> Void
    ) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        if state != .failing { try Data(text.utf8).write(to: folder.url.appending(path: "songs")) }
        try await body(folder.path("songs"))
    }
}

extension SampleMusic {
    /// The songs as NDJSON, of a source in a state.
    fileprivate static func lines(_ state: RemoteSourceState) throws -> String {
        var lines = try all.map { music in
            let record: [String: Any] = [
                "id": music.key, "title": music.title, "singer": music.artist, "album": music.album,
                "duration": Int(music.duration.components.seconds),
            ]
            return String(decoding: try JSONSerialization.data(withJSONObject: record), as: UTF8.self)
        }
        if state == .withBadRecord { lines.insert(#"{"title":"No duration"}"#, at: 1) }
        if state == .cut { lines.append(#"{"title":"Half a ti"#) }
        return lines.joined(separator: "\n")
    }
}

extension Repositories {
    private static let inMemoryPlaylists = RemotePlaylistRepositoryFactory("in memory") { playlists, body in
        try await body(FakeRemotePlaylistRepository(playlists))
    }

    private static let httpPlaylists = RemotePlaylistRepositoryFactory("HTTP") { playlists, body in
        try await withServer { server, fetcher in
            let document = playlists.map { ["id": $0.key, "name": $0.name, "music": $0.songKeys] as [String: Any] }
            let bytes = try JSONSerialization.data(withJSONObject: document)
            server.answer("/lists.json", .document(bytes, etag: "\"1\""))
            try await body(fetcher.playlists(server.url("/lists.json"), catalogue: server.url("/songs.json")))
        }
    }
}

extension Repositories {
    private static let inMemoryStars = RemoteStarRepositoryFactory("in memory") { body in
        let keys = ["a", "b", "c", "d", "e"]
        try await body(
            InMemoryRemoteStarRepository(songs: Set(keys)), Dictionary(uniqueKeysWithValues: zip(keys, keys)))
    }
}

extension Repositories {
    private static let inMemoryRatings = RemoteRatingRepositoryFactory("in memory") { body in
        let keys = ["a", "b", "c", "d", "e"]
        try await body(
            InMemoryRemoteRatingRepository(songs: Set(keys)), Dictionary(uniqueKeysWithValues: zip(keys, keys)))
    }
}

extension Repositories {
    private static let httpAudio = AudioRepositoryFactory("HTTP") { body in
        try await withServer { server, fetcher in
            let versions = Mutex<[MusicID: ServedAudio]>([:])
            let serve: @Sendable (MusicID, (inout ServedAudio) -> Void) -> Void = { id, change in
                versions.withLock { change(&$0[id, default: ServedAudio(Data())]) }
                if let audio = versions.withLock({ $0[id] }) { server.answer("/\(id).mp3", .audio(audio)) }
            }
            let subject = AudioSubject(
                fetcher.audio(),
                serve: { id, content in serve(id) { ($0.content, $0.etag) = (content, "\"\(content.hashValue)\"") } },
                breakNext: { id, count in serve(id) { $0.breaksAfter = returningOnce(count) } },
                address: { server.url("/\($0).mp3") })
            try await body(subject)
        }
    }

    private static let fakeAudio = AudioRepositoryFactory("in memory") { body in
        try await body(fake(FakeAudioRepository()) { $0 })
    }

    private static let rateLimitedAudio = AudioRepositoryFactory("rate-limited") { body in
        try await body(
            fake(FakeAudioRepository()) {
                RateLimitedAudioRepository($0, bytesPerSecond: 1 << 20, clock: SleeplessClock())
            })
    }

    private static func fake(
        _ audio: FakeAudioRepository, _ wrap: (FakeAudioRepository) -> any AudioRepository
    ) -> AudioSubject {
        audio.change { $0.pieceSize = 50_000 }
        return AudioSubject(
            wrap(audio),
            serve: { id, content in
                audio.change { ($0.bytes[id], $0.version) = (content, "\(content.hashValue)") }
            },
            breakNext: { id, count in audio.change { $0.interruptions[id] = [.unreachable(after: count)] } })
    }

    private static let fileDownloads = DownloadRepositoryFactory("files") { seed, body in
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let library = try await TestLibrary(seed, path: folder.path("library.sqlite"))
        let place = folder.url.appending(path: "music")
        try await body(
            DownloadSubject(
                library: library.music,
                downloads: FileDownloadRepository(library: library.file, folder: place, clock: ContinuousClock()),
                another: FileDownloadRepository(
                    library: try SQLiteLibrary(path: library.path), folder: place, clock: ContinuousClock())))
    }
}

/// Reads pages as `RefreshMusicUsecase` emits them.
private struct RefreshedMusicRepository: MusicRepository {
    private let music: SQLiteMusicRepository
    private let refresh: @Sendable (Listener) -> RefreshMusicUsecase

    init(_ library: TestLibrary, remote: @escaping @Sendable (Source) -> any RemoteMusicRepository) {
        music = library.music
        let sync = SyncUsecase(
            local: library.music, sources: library.sources, listener: .anyone, clock: SleeplessClock(),
            now: { library.time.now }, remote: remote)
        refresh = { listener in
            RefreshMusicUsecase(
                getMusic: GetMusicUsecase(repository: library.music, sources: library.sources, listener: listener),
                sync: sync, now: { library.time.now })
        }
    }

    func pages(of query: MusicQuery) -> AsyncThrowingStream<MusicPage, any Error> {
        let listeners = [Listener.anyone, Listener(age: 12), Listener(age: 12, isStrict: true)]
        // The use case sets the listener's filter.
        return refresh(listeners.first { $0.filter == query.explicit } ?? .anyone).execute(query)
    }

    func batches(of query: MusicQuery) -> any AsyncSequence<[Music], any Error> & Sendable { music.batches(of: query) }

    func count(_ query: MusicQuery) async throws -> Int { try await music.count(query) }

    func music(withPrefix prefix: MusicIDPrefix, allowing filter: ExplicitFilter, limit: Int) async throws -> [Music] {
        try await music.music(withPrefix: prefix, allowing: filter, limit: limit)
    }

    func ids(from first: MusicID, allowing filter: ExplicitFilter, limit: Int) async throws -> [MusicID] {
        try await music.ids(from: first, allowing: filter, limit: limit)
    }

    func music(_ ids: [MusicID], allowing filter: ExplicitFilter) async throws -> [Music] {
        try await music.music(ids, allowing: filter)
    }

    func ids(among ids: [MusicID], allowing filter: ExplicitFilter) async throws -> Set<MusicID> {
        try await music.ids(among: ids, allowing: filter)
    }

    func setBookmark(_ isBookmarked: Bool, of ids: [MusicID]) async throws -> [Music] {
        try await music.setBookmark(isBookmarked, of: ids)
    }

    func setRating(_ rating: Rating?, of ids: [MusicID]) async throws -> [Music] {
        try await music.setRating(rating, of: ids)
    }
}

/// Returns a number once, then nil.
func returningOnce(_ number: Int) -> @Sendable () -> Int? {
    let isFirst = Atomic(true)
    return { isFirst.exchange(false, ordering: .relaxed) ? number : nil }
}

/// A temporary folder, removed when all tests have ended.
struct TemporaryFolder {
    let url = URL.ofTest()

    init() throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    func remove() {
        try? FileManager.default.removeItem(at: url)  // also removed when all tests have ended
    }

    func path(_ name: String) -> String { url.appending(path: name).path }
}

extension Repositories {
    private static let sqliteToDos = ToDoRepositoryFactory("SQLite") { seed in
        let library = try await TestLibrary(seed)
        return (
            library.music, SQLiteToDoRepository(library: library.file),
            SQLiteToDoRepository(library: try SQLiteLibrary(path: library.path))
        )
    }

    private static let sqliteUndo = UndoRepositoryFactory("SQLite") { seed in
        let library = try await TestLibrary(seed)
        let now = { @Sendable [time = library.time] in time.now }
        return (
            library.music, SQLiteToDoRepository(library: library.file, now: now),
            SQLitePlaylistRepository(library: library.file, now: now),
            SQLiteOwnPlaylistRepository(library: library.file, now: now),
            SQLitePlaybackRepository(library: library.file, now: now),
            SQLiteAlbumRepository(library: library.file),
            SQLiteSubjectAnnotationRepository(library: library.file, now: now),
            SQLiteUndoRepository(library: library.file, now: now), library.time
        )
    }

    private static let inMemoryToDos = ToDoRepositoryFactory("in memory") { seed in
        let music = try await inMemoryLibrary(seed)
        let toDos = InMemoryToDoRepository(music: music)
        return (music, toDos, toDos)
    }
}

extension SQLiteToDoRepository {
    init(library: SQLiteLibrary) { self.init(library: library, now: { Date() }) }
}
