import FermataContracts
import FermataData
import FermataDomain
import Foundation
import GRDB

/// A library of sample songs and the repository of its backups.
struct BackedUpLibrary {
    let folder: TemporaryFolder
    let path: String
    let library: SQLiteLibrary
    let music: SQLiteMusicRepository
    let backups: SQLiteBackupRepository

    init(songs: [RemoteMusic] = SampleMusic.all) async throws {
        folder = try TemporaryFolder()
        let filled = try await TestLibrary(songs, path: folder.path("library.sqlite"))
        let time = filled.time
        (path, library, music) = (filled.path, filled.file, filled.music)
        backups = SQLiteBackupRepository(path: path, patience: .seconds(60), now: { time.now })
    }

    func backUp(to name: String, replacing: Bool = false) async throws {
        for try await _ in backups.backUp(to: folder.path(name), replacing: replacing) {}
    }

    func restore(_ name: String) async throws -> RestoredLibrary {
        try await backups.stage(folder.path(name)).restore()
    }

    /// The titles of the songs in a library file, read through a new connection.
    func titles(in name: String = "library.sqlite", bookmarked: Bool = false) async throws -> [String] {
        let library = try SQLiteLibrary(path: folder.path(name))
        let music = SQLiteMusicRepository(library: library, now: { Date() })
        return try await music.results(of: MusicQuery(bookmarkedOnly: bookmarked)).map(\.title)
    }

    /// SQLite's integrity check: `["ok"]` if intact.
    func integrity(of name: String) throws -> [String] {
        var configuration = Configuration.patient
        configuration.readonly = true
        return try DatabaseQueue(path: folder.path(name), configuration: configuration)
            .read { try String.fetchAll($0, sql: "PRAGMA integrity_check") }
    }

    /// The files of the folder without the logs that SQLite adds to open libraries.
    func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
            .filter { !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") && !$0.hasSuffix(".lock") }.sorted()
    }

    func bytes(_ name: String) throws -> Data { try Data(contentsOf: URL(filePath: folder.path(name))) }

    func overwrite(_ name: String, at offset: Int, count: Int) throws {
        try overwriteBytes(of: folder.path(name), at: offset, count: count)
    }
}
