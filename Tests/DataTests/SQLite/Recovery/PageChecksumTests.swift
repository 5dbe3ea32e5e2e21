import CPageChecksums
import FermataContracts
import FermataData
import FermataDomain
import Foundation
import GRDBSQLite
import Testing

@Suite("The checksums of a library's pages")
struct PageChecksumTests {
    private static let songs = [
        RemoteMusic(key: "1", title: "Low", artist: "Bowie", album: "Berlin", duration: .seconds(200))
    ]
    private static let oldName = "old.sqlite"

    @Test("are on each page of a new and of a repaired library")
    func coverEveryPage() async throws {
        let library = try await DamagedLibrary()
        #expect(try wrongPages(of: library.path).isEmpty)
        try library.overwrite(at: 0, with: [UInt8](repeating: 0x55, count: 40))
        _ = try #require(try library.file.repairBlocking())
        #expect(try wrongPages(of: library.path).isEmpty)
    }

    @Test(
        "show one flipped bit in a value that the library stores once",
        arguments: [("LowBowieBerlin", 1), ("testtest:", 0)])
    func detectFlippedBit(text: String, offset: Int) async throws {
        let library = try await DamagedLibrary(songs: Self.songs)
        let position = try #require(try library.offset(of: text)) + text.utf8.count + offset
        try library.overwrite(at: position, with: [try library.bytes()[position] ^ 1])
        let page = position / 4_096 + 1
        #expect(try await library.file.check() == [.page(page)])
        #expect(try await library.file.checkWhileOpen() == [.page(page)])
        await #expect(throws: LibraryError.damaged(path: library.path)) { try await library.content() }
        await #expect(throws: BackupError.damagedLibrary(path: library.path)) {
            let backups = SQLiteBackupRepository(path: library.path, patience: .seconds(60), now: { Date() })
            for try await _ in backups.backUp(to: library.path + ".backup", replacing: false) {}
        }
        let repair = try #require(try await library.file.repair())
        #expect(repair.damagedPages == 1 && repair.count(of: .music).read == 1)
        #expect(try await library.file.check().isEmpty)
    }

    @Test("the repair recognizes pages with checksums behind a damaged header")
    func identifyPagesBehindDamagedHeader() async throws {
        let library = try await DamagedLibrary()
        let before = try await library.content()
        try library.overwrite(at: 0, with: [UInt8](repeating: 0x55, count: 4_096))
        let repair = try #require(try await library.file.repair())
        // Checksums shorten the overflow pages of long lyrics.
        #expect(try await library.content() == before)
        #expect(repair.damagedPages == 1)
    }

    @Test("the repair recognizes pages with checksums of which most are wrong", arguments: [1, 2])
    func identifyPagesWithWrongChecksums(step: Int) async throws {
        let lyrics = String(repeating: "la la ", count: 3_000)
        let library = try await DamagedLibrary(songs: [RemoteMusic(key: "1", title: "Song number 100", lyrics: lyrics)])
        let before = try await library.content()
        let bytes = try library.bytes()
        for page in stride(from: 4_096, through: bytes.count, by: step * 4_096) {
            try library.overwrite(at: page - 1, with: [~bytes[page - 1]])
        }
        // The header states the checksums; without it, any correct one shows them.
        if step > 1 { try library.overwrite(at: 0, with: [UInt8](repeating: 0x55, count: 100)) }
        let repair = try #require(try await library.file.repair())
        #expect(try await library.content() == before)
        #expect(repair.damagedPages > 1)
    }

    @Test("the repair reads the pages of a library that has none")
    func readsPagesWithoutChecksums() async throws {
        let (library, old) = try await copyWithoutChecksums()
        try overwriteBytes(of: old, at: 0, count: 40)
        let repair = try #require(try SQLiteLibraryFile(path: old, now: { Date() }).repairBlocking())
        #expect(repair.count(of: .music).read == DamagedLibrary.songs.count && repair.damagedPages == 0)
        let song = try #require(DamagedLibrary.songs.last)
        let lyrics = try await SQLiteLyricsRepository(library: try SQLiteLibrary(path: old))
            .lyrics(of: MusicID(source: "radio", key: song.key), allowing: .all)
        #expect(lyrics == Lyrics(lrc: song.lyrics) && !lyrics.isEmpty)
        withExtendedLifetime(library) {}
    }

    @Test("a log that a program without checksums moves into the file is no damage")
    func foreignCheckpoint() async throws {
        let library = try await DamagedLibrary { library in
            let music = SQLiteMusicRepository(library: library, now: { Date() })
            for song in try await music.all().suffix(50) { _ = try await music.setBookmark(true, of: song.id) }
        }
        try execute("SELECT count(*) FROM music", on: library.path)
        #expect(!FileManager.default.fileExists(atPath: library.path + "-wal"))
        #expect(try await library.file.check().isEmpty)
        #expect(try await library.content().bookmarks.count == 150)
    }

    @Test("a change by a program without checksums is damage that the repair copies")
    func detectForeignChange() async throws {
        let library = try await DamagedLibrary()
        try execute("UPDATE source SET rejected = 7", on: library.path)
        #expect(try await library.file.check().allSatisfy { if case .page = $0 { true } else { false } })
        #expect(try await library.file.repair()?.count(of: .sources) == .init(.sources, read: 1))
        #expect(try await library.file.check().isEmpty)
    }

    @Test("a repair adds them to an intact library without them")
    func addsToLibraryWithout() async throws {
        let (library, old) = try await copyWithoutChecksums()
        let file = SQLiteLibraryFile(path: old, now: { Date() })
        let songs = try await titles(in: try SQLiteLibrary(path: old))
        #expect(songs.count == DamagedLibrary.songs.count)
        #expect(try !reservesChecksumBytes(old))
        #expect(try await file.repair() == nil)
        #expect(try reservesChecksumBytes(old) && wrongPages(of: old).isEmpty)
        #expect(try await file.check().isEmpty)
        #expect(try await titles(in: try SQLiteLibrary(path: old)) == songs)
        withExtendedLifetime(library) {}
    }

    @Test("a repair does not add them while another program has the library open")
    func leavesOpenLibrary() async throws {
        let (library, old) = try await copyWithoutChecksums()
        let opened = try SQLiteLibrary(path: old)
        // After its first change, a program shows by a lock that it has the library open.
        try await SQLiteToDoRepository(library: opened).add(titles: ["first"])
        #expect(try await SQLiteLibraryFile(path: old, now: { Date() }).repair() == nil)
        #expect(try !reservesChecksumBytes(old))
        try await SQLiteToDoRepository(library: opened).add(titles: ["next"])
        withExtendedLifetime(library) {}
    }

    @Test("a restored library has them, also on pages written later")
    func restoredLibrary() async throws {
        let (library, old) = try await copyWithoutChecksums()
        let backups = SQLiteBackupRepository(path: old, patience: .seconds(60), now: { Date() })
        do {
            let opened = try SQLiteLibrary(path: old)
            let music = SQLiteMusicRepository(library: opened, now: { Date() })
            try await SQLiteToDoRepository(library: opened).add(titles: ["first"])
            _ = try await backups.stage(library.path).restore()
            for song in try await music.all().suffix(50) { _ = try await music.setBookmark(true, of: song.id) }
            try await SQLiteToDoRepository(library: opened).add(titles: ["next"])
        }
        #expect(try reservesChecksumBytes(old) && wrongPages(of: old).isEmpty)
        #expect(try await SQLiteLibraryFile(path: old, now: { Date() }).check().isEmpty)
    }

    /// A new library, and the path of its copy without room for checksums.
    private func copyWithoutChecksums() async throws -> (DamagedLibrary, String) {
        let library = try await DamagedLibrary()
        let path = URL(filePath: library.path).deletingLastPathComponent().appending(path: Self.oldName).path
        try LibraryWithoutChecksums.make(at: path, from: library.path)
        return (library, path)
    }

    private func titles(in library: SQLiteLibrary) async throws -> [String] {
        try await SQLiteMusicRepository(library: library, now: { Date() }).all().map(\.title)
    }

    /// Whether a library has eight reserved bytes on each page.
    private func reservesChecksumBytes(_ path: String) throws -> Bool {
        try Data(contentsOf: URL(filePath: path))[20] == 8
    }

    /// The pages whose checksum is wrong or missing.
    private func wrongPages(of path: String) throws -> [Int] {
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
        return stride(from: 0, to: bytes.count, by: 4_096).filter { start in
            let page = Array(bytes[start..<start + 4_096])
            return !page_has_checksum(page, page.count) && page.contains { $0 != 0 }
                || !page_checksum_is_correct(page, page.count)
        }
    }

    /// Runs SQL without updating checksums.
    private func execute(_ sql: String, on path: String) throws {
        var connection: OpaquePointer?
        #expect(sqlite3_open_v2(path, &connection, SQLITE_OPEN_READWRITE, "unix") == SQLITE_OK)
        #expect(sqlite3_exec(connection, sql, nil, nil, nil) == SQLITE_OK)
        #expect(sqlite3_close(connection) == SQLITE_OK)
    }
}
