import FermataContracts
import FermataData
import FermataDomain
import Foundation
import Synchronization
import TestServer

/// Every repository that has to pass the contracts: a new one is entered here.
enum Repositories {
    static let music = [sqlite, inMemory, offlineFirst, offlineFirstOverSQLite]
    static let local = [localSQLite, localInMemory]
    static let playlists = [playlistsSQLite, playlistsInMemory]
    static let remotes = [
        http
    ]
    static let remotePlaylists = [httpPlaylists, inMemoryPlaylists]
    static let audio = [httpAudio, fakeAudio, pacedAudio]
    static let downloads = [fileDownloads, inMemoryDownloads]

    private static let sqlite = MusicRepositoryFactory("SQLite") { seed in
        let time = TestTime()
        let library = try SQLiteLibrary(path: TemporaryFolder().path("library.sqlite"))
        let repository = SQLiteMusicRepository(library: library, now: { time.now })
        try await seed.fill(repository, SQLiteSourceRepository(library: library), time: time)
        return repository
    }

    private static let inMemory = MusicRepositoryFactory("in memory") { seed in
        let time = TestTime()
        let repository = InMemoryMusicRepository(now: { time.now })
        try await seed.fill(repository, repository, time: time)
        return repository
    }

    private static let offlineFirst = MusicRepositoryFactory("offline first") { seed in
        let time = TestTime()
        let local = InMemoryMusicRepository(now: { time.now })
        try await seed.fill(local, local, time: time)
        return OfflineFirstMusicRepository(local: local, sources: local, now: { time.now }) { source in
            FakeRemoteMusicRepository(music: seed.sources.first { $0.name == source.name }?.music ?? [])
        }
    }

    private static let offlineFirstOverSQLite = MusicRepositoryFactory("offline first over SQLite") { seed in
        let time = TestTime()
        let library = try SQLiteLibrary(path: TemporaryFolder().path("library.sqlite"))
        let local = SQLiteMusicRepository(library: library, now: { time.now })
        let sources = SQLiteSourceRepository(library: library)
        try await seed.fill(local, sources, time: time)
        return OfflineFirstMusicRepository(local: local, sources: sources, now: { time.now }) { source in
            FakeRemoteMusicRepository(music: seed.sources.first { $0.name == source.name }?.music ?? [])
        }
    }

    private static let localSQLite = LocalMusicRepositoryFactory("SQLite") { time in
        let library = try SQLiteLibrary(path: TemporaryFolder().path("library.sqlite"))
        return (SQLiteMusicRepository(library: library, now: { time.now }), SQLiteSourceRepository(library: library))
    }

    private static let localInMemory = LocalMusicRepositoryFactory("in memory") { time in
        let repository = InMemoryMusicRepository(now: { time.now })
        return (repository, repository)
    }

    private static let playlistsSQLite = PlaylistRepositoryFactory("SQLite") { time in
        let library = try SQLiteLibrary(path: TemporaryFolder().path("library.sqlite"))
        return (
            SQLiteMusicRepository(library: library, now: { time.now }), SQLiteSourceRepository(library: library),
            SQLitePlaylistRepository(library: library), SQLiteArtistRepository(library: library)
        )
    }

    private static let playlistsInMemory = PlaylistRepositoryFactory("in memory") { time in
        let library = InMemoryMusicRepository(now: { time.now })
        let playlists = InMemoryPlaylistRepository(library: library)
        return (library, library, playlists, playlists)
    }
}

extension Repositories {
    private static let http = RemoteMusicRepositoryFactory("HTTP", titles: SampleMusic.all.map(\.title)) { body in
        try await withServer { server, fetcher in
            let lines = try SampleMusic.all.map { music in
                let record: [String: Any] = [
                    "id": music.key, "title": music.title, "singer": music.artist, "album": music.album,
                    "duration": Int(music.duration.components.seconds),
                ]
                return String(decoding: try JSONSerialization.data(withJSONObject: record), as: UTF8.self)
            }
            server.answer("/songs.ndjson", .json(lines.joined(separator: "\n"), etag: "\"1\""))
            try await body(try fetcher.repository(server.url("/songs.ndjson")))
        }
    }
}

/// A folder of its own for one test, removed when all tests have ended.
struct TemporaryFolder {
    private static let all: URL = {
        atexit { try? FileManager.default.removeItem(at: TemporaryFolder.all) }  // there may be none
        return FileManager.default.temporaryDirectory.appending(path: "fermata-tests-\(UUID().uuidString)")
    }()
    let url: URL

    init() throws {
        url = Self.all.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    func remove() {
        try? FileManager.default.removeItem(at: url)  // what is left is in the system's folder for such files
    }

    func path(_ name: String) -> String { url.appending(path: name).path }
}
