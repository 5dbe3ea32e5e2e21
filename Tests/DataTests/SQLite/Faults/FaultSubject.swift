import FermataContracts
import FermataData
import FermataDomain
import Foundation

/// The library of a story in a folder, as one process uses it.
final class FaultSubject {
    static let now = Date(timeIntervalSince1970: 1_700_000_000)
    let folder: URL
    private var opened: SQLiteLibrary?

    init(_ folder: URL) {
        self.folder = folder
    }

    var path: String { path("library.sqlite") }
    var file: SQLiteLibraryFile { SQLiteLibraryFile(path: path, now: { Self.now }) }
    var backups: SQLiteBackupRepository {
        SQLiteBackupRepository(path: path, patience: .seconds(1), now: { Self.now })
    }

    func path(_ name: String) -> String { folder.appending(path: name).path }

    /// The library, opened once, after an interrupted repair is completed.
    func library() throws -> SQLiteLibrary {
        if let opened { return opened }
        try file.completeInterruptedRepair()
        let library = try SQLiteLibrary(path: path, patience: .seconds(1))
        opened = library
        return library
    }

    func music() throws -> SQLiteMusicRepository {
        SQLiteMusicRepository(library: try library(), now: { Self.now })
    }

    func sources() throws -> SQLiteSourceRepository { SQLiteSourceRepository(library: try library()) }
    func undo() throws -> SQLiteUndoRepository { SQLiteUndoRepository(library: try library()) }
    func playlists() throws -> SQLitePlaylistRepository { SQLitePlaylistRepository(library: try library()) }
    func toDos() throws -> SQLiteToDoRepository { SQLiteToDoRepository(library: try library(), now: { Self.now }) }
    func personalData() throws -> SQLitePersonalDataRepository { SQLitePersonalDataRepository(library: try library()) }

    func downloads() throws -> FileDownloadRepository {
        FileDownloadRepository(
            library: try library(), folder: folder.appending(path: "downloads"), clock: ContinuousClock())
    }

    /// The folder's file names with a prefix, without SQLite's logs and journals.
    func names(startingWith start: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { name in name.hasPrefix(start) && !["-wal", "-shm", "-journal"].contains { name.hasSuffix($0) } }
            .sorted()
    }

    func has(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }
    func bytes(_ name: String) throws -> Data { try Data(contentsOf: URL(filePath: path(name))) }

    /// The findings of a check of the library.
    func findings() async throws -> [LibraryFinding] { try await file.check() }

    /// The user's content.
    struct Content: Equatable {
        var sources: [String] = []
        var songs: [String] = []
        var bookmarks: [String] = []
        var playlists: [String] = []
        var toDos: [String] = []
        var downloads: [String] = []
        /// The changes that can be undone.
        var changes: [String] = []
    }

    func content() async throws -> Content {
        Content(
            sources: try await sources().sources().map(\.name),
            songs: try await music().all().map { "\($0.title) by \($0.artist)" },
            bookmarks: try await personalData().bookmarks(allowing: .all).joined().map { "\($0.id)" },
            playlists: try await playlists().all().map { "\($0.name): \($0.count)" },
            toDos: try await toDos().all().map { "\($0.number) \($0.item.title) \($0.isDone)" },
            downloads: try await downloads().downloads(allowing: .all, window: .all).map {
                "\($0.music.title) \($0.state) \($0.file.map(FileManager.default.fileExists) ?? false)"
            }, changes: try await undo().changes(allowing: .all, limit: 100).map { "\($0.action)" })
    }
}
