import CPageChecksums
import FermataContracts
import FermataData
import FermataDomain
import Foundation
import Synchronization

/// A library with all kinds of content, whose files a test damages.
struct DamagedLibrary {
    static let songs = (1...600).map {
        RemoteMusic(
            key: "\($0)", title: "Song number \($0)", artist: "Artist \($0 % 50)",
            lyrics: $0 % 200 == 0 ? String(repeating: "la la \($0) ", count: 2_000) : "")
    }
    /// Libraries with few songs lack most songs of the playlists.
    static let playlists = (1...60).map { number in
        RemotePlaylist(key: "\(number)", name: "Playlist \(number)", songKeys: (0..<10).map { "\(number * 10 + $0)" })
    }
    static let toDos = (1...60).map { "Hear song \($0) live" }
    let path: String
    private let time = TestTime()
    private let folder: TemporaryFolder

    var file: SQLiteLibraryFile { SQLiteLibraryFile(path: path, now: { [time] in time.now }) }

    /// Libraries with the first songs, by their number of songs.
    private static let templates = Mutex<[Int: LibraryTemplate]>([:])

    /// Creates a library with the first songs. The changes by `logged` stay in the log.
    init(
        first count: Int = songs.count, logged: (SQLiteLibrary) async throws -> Void = { _ in }
    ) async throws {
        let template = Self.templates.withLock { templates in
            let template =
                templates[count] ?? LibraryTemplate { try await Self.fill($0, with: Array(Self.songs.prefix(count))) }
            templates[count] = template
            return template
        }
        try await self.init(logged: logged, create: template.copy)
    }

    /// Creates a library with the given songs.
    init(songs: [RemoteMusic]) async throws {
        try await self.init(
            logged: { _ in }, create: LibraryTemplate { try await Self.fill($0, with: songs) }.copy)
    }

    private init(
        logged: (SQLiteLibrary) async throws -> Void, create: (_ path: String) async throws -> Void
    ) async throws {
        folder = try TemporaryFolder()
        path = folder.path("library.sqlite")
        let original = folder.path("original.sqlite")
        try await create(original)
        let library = try SQLiteLibrary(path: original)
        try await logged(library)
        for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: original + suffix) {
            try FileManager.default.copyItem(atPath: original + suffix, toPath: path + suffix)
        }
        withExtendedLifetime(library) {}
    }

    private static func fill(_ path: String, with songs: [RemoteMusic]) async throws {
        let filled = try await TestLibrary(songs, path: path)
        let (library, music) = (filled.file, filled.music)
        _ = try await SQLitePlaylistRepository(library: library, now: { Date() }).refresh("radio", with: playlists)
        for song in try await music.all().prefix(100) { _ = try await music.setBookmark(true, of: song.id) }
        try await SQLiteToDoRepository(library: library).add(titles: toDos)
    }

    /// The content that a user sees.
    func content() async throws -> Content {
        let library = try SQLiteLibrary(path: path)
        let music = try await SQLiteMusicRepository(library: library, now: { Date() }).all()
        let lyrics = SQLiteLyricsRepository(library: library)
        var lyricsSize = 0
        for song in music where song.title.hasSuffix("00") {
            let lines = try await lyrics.lyrics(of: song.id, allowing: .all).lines
            lyricsSize += lines.reduce(0) { $0 + $1.text.utf8.count }
        }
        return Content(
            sources: try await SQLiteSourceRepository(library: library).sources().map(\.name),
            songs: music.map(\.title), bookmarks: music.filter(\.isBookmarked).map(\.title),
            lyrics: lyricsSize,
            toDos: try await SQLiteToDoRepository(library: library).all().map { "\($0.number) \($0.item.title)" },
            playlists: try await SQLitePlaylistRepository(library: library, now: { Date() }).all().map {
                "\($0.name) \($0.count ?? 0)"
            })
    }

    struct Content: Equatable {
        var sources: [String]
        var songs: [String]
        var bookmarks: [String]
        var lyrics: Int
        var toDos: [String]
        var playlists: [String]
    }

    /// The size of the file in pages of 4,096 bytes.
    func pageCount() throws -> Int { try bytes().count / 4_096 }

    func bytes(of suffix: String = "") throws -> Data { try Data(contentsOf: URL(filePath: path + suffix)) }

    /// The first offset of a text in the file.
    func offset(of text: String, in suffix: String = "") throws -> Int? {
        try bytes(of: suffix).range(of: Data(text.utf8))?.lowerBound
    }

    func overwrite(at offset: Int, with bytes: [UInt8], in suffix: String = "") throws {
        try overwriteBytes(of: path + suffix, at: offset, with: bytes)
    }

    /// Overwrites bytes of one page and updates its checksum.
    func overwriteWithValidChecksum(at offset: Int, with bytes: [UInt8]) throws {
        try overwrite(at: offset, with: bytes)
        let start = offset / 4_096 * 4_096
        var page = [UInt8](try self.bytes()[start..<start + 4_096])
        page_checksum_set(&page, page.count)
        try overwrite(at: start, with: page)
    }

    func truncate(to size: Int) throws {
        let file = try FileHandle(forWritingTo: URL(filePath: path))
        try file.truncate(atOffset: UInt64(size))
        try file.close()
    }

    /// Overwrites the interior pages of tables. The first byte of such a page is 5.
    func destroyUpperPages() throws {
        let bytes = try bytes()
        for page in 1..<bytes.count / 4_096 where bytes[page * 4_096] == 5 {
            try overwrite(at: page * 4_096, with: [UInt8](repeating: 0x55, count: 4_096))
        }
    }
}
