import FermataContracts
import FermataData
import FermataDomain
import Foundation
import Testing

@Suite("Repair keeps all readable content of a damaged library")
struct DamagedLibraryTests {
    @Test("reads every row of a file without header, list of tables and upper pages")
    func readsRowsWithoutUpperPages() async throws {
        let library = try await DamagedLibrary()
        let before = try await library.content()
        try library.destroyUpperPages()
        try library.overwrite(at: 0, with: [UInt8](repeating: 0x55, count: 4_096))
        let damaged = try library.bytes()
        #expect(throws: LibraryError.cannotOpen(path: library.path, .notALibrary)) { try library.file.repairBlocking() }
        let repair = try #require(try await library.file.repair())
        #expect(try await library.content() == before)
        #expect(try Data(contentsOf: URL(filePath: repair.damagedPath)) == damaged)
        #expect(try await library.file.check().isEmpty)
    }

    @Test("reads everything before the end of a truncated file", arguments: [1, 10, 25])
    func readsTruncatedFile(lostPages: Int) async throws {
        let library = try await DamagedLibrary()
        let before = try await library.content()
        try library.truncate(to: (library.pageCount() - lostPages) * 4_096)
        let repair = try #require(try library.file.repairBlocking())
        let after = try await library.content()
        #expect(after.sources == before.sources && after.toDos == before.toDos)
        #expect(after.songs.count > 500)
        let songs = repair.count(of: .music)
        #expect(songs.read == after.songs.count)
        // Unknown if the indexes that list the songs were cut off.
        if let lost = songs.lost { #expect(songs.read + lost == before.songs.count) }
    }

    @Test("a file cut in the middle of a page gives its complete rows")
    func readsCutPage() async throws {
        let library = try await DamagedLibrary()
        let offset = try #require(try library.offset(of: "Song number 450"))
        try library.truncate(to: offset)
        let repair = try #require(try library.file.repairBlocking())
        #expect((400...500).contains(repair.count(of: .music).read))
        #expect(repair.count(of: .sources).read == 1)
        // SQLite fills a page from its end, so the next song is before the cut.
        #expect(try await library.content().songs.contains("Song number 451"))
        #expect(repair.damagedPages == 0)
    }

    @Test("a file cut at the beginning of a page gives the rows of the pages before", arguments: [1, 4, 21])
    func readsPagesBeforeCutPage(size: Int) async throws {
        let library = try await DamagedLibrary()
        let offset = try #require(try library.offset(of: "Song number 450"))
        try library.truncate(to: offset / 4_096 * 4_096 + size)
        let repair = try #require(try library.file.repairBlocking())
        #expect((360...480).contains(repair.count(of: .music).read))
        #expect(repair.damagedPages == 0)
    }

    @Test("skips lyrics whose end was cut off")
    func skipsCutLyrics() async throws {
        let lyrics = String(repeating: "la la ", count: 3_000)
        let library = try await DamagedLibrary(songs: [RemoteMusic(key: "1", title: "Song number 100", lyrics: lyrics)])
        #expect(try await library.content().lyrics > 0)
        let end = try #require(try library.bytes().range(of: Data("la la".utf8), options: .backwards))
        try library.truncate(to: end.lowerBound)
        _ = try #require(try library.file.repairBlocking())
        let content = try await library.content()
        #expect(content.songs == ["Song number 100"] && content.lyrics == 0)
    }

    @Test(
        "reads rows that just fit on a page, or just do not",
        arguments: [
            [4_040],  // The row has as many bytes as a page can have of one row.
            [4_041],
            [8_124],  // The first part of the row has as many.
            [8_125],
            [2_022, 2_022],  // Two rows fill a page.
        ])
    func readsRowsOfPageSize(sizes: [Int]) async throws {
        let songs = sizes.enumerated().map { number, size in
            RemoteMusic(
                key: "\(number)", title: "Song number \(number)00", lyrics: String(repeating: "a", count: size))
        }
        let library = try await DamagedLibrary(songs: songs)
        let before = try await library.content()
        #expect(before.lyrics == sizes.reduce(0, +))
        try library.overwrite(at: 0, with: [UInt8](repeating: 0x55, count: 40))
        _ = try #require(try library.file.repairBlocking())
        #expect(try await library.content() == before)
    }

    @Test("counts a row once that two pages contain")
    func countsRepeatedRowOnce() async throws {
        let library = try await DamagedLibrary()
        let offset = try #require(try library.offset(of: "Song number 450Artist"))
        let bytes = [UInt8](try library.bytes())
        let start = offset / 4_096 * 4_096
        try library.overwrite(at: bytes.count, with: Array(bytes[start..<start + 4_096]))
        try library.overwrite(at: 0, with: [UInt8](repeating: 0x55, count: 40))
        let repair = try #require(try library.file.repairBlocking())
        #expect(repair.count(of: .music) == .init(.music, read: 600))
    }

    @Test("recognizes a library by one to-do")
    func recognizesLibraryByToDo() async throws {
        let path = try TemporaryFolder().path("library.sqlite")
        try await SQLiteToDoRepository(library: try SQLiteLibrary(path: path)).add(titles: ["Listen"])
        try checkpoint(path)
        try overwriteBytes(of: path, at: 0, count: 100)
        let file = SQLiteLibraryFile(path: path, now: { Date() })
        #expect(try await file.repair()?.count(of: .toDos).read == 1)
    }

    @Test("a damaged row does not hide the other rows of its page")
    func readsAroundDamagedRow() async throws {
        let library = try await DamagedLibrary()
        let offset = try #require(try library.offset(of: "Song number 450Artist"))
        // The pointer to the second row, after the header of the page.
        try library.overwriteWithValidChecksum(at: offset / 4_096 * 4_096 + 10, with: [0xFF, 0xFF])
        let repair = try #require(try library.file.repairBlocking())
        #expect(repair.count(of: .music) == .init(.music, read: 599, lost: 1))
    }

    @Test("skips a row with a reserved or a cut type", arguments: [UInt8(10), 0x80])
    func skipsInvalidType(type: UInt8) async throws {
        let library = try await DamagedLibrary()
        let title = "Song number 450"
        let start = try #require(try library.offset(of: title + "Artist"))
        // The type of a text is 13 plus twice its length.
        let header = try library.bytes()[(start - 60)..<start]
        let offset = try #require(header.lastIndex(of: UInt8(13 + 2 * title.utf8.count)))
        try library.overwriteWithValidChecksum(at: offset, with: [type])
        let repair = try #require(try library.file.repairBlocking())
        #expect(repair.count(of: .music) == .init(.music, read: 599, lost: 1))
    }

    @Test("bookmarks of lost songs return with the songs")
    func holdsBookmarksOfLostSongs() async throws {
        let library = try await DamagedLibrary()
        let before = try await library.content()
        let bookmark = try #require(before.bookmarks.last)
        let offset = try #require(try library.offset(of: bookmark + "Artist"))
        try library.overwrite(at: offset / 4_096 * 4_096, with: [UInt8](repeating: 0, count: 4_096))
        let repair = try #require(try library.file.repairBlocking())
        #expect(repair.count(of: .bookmarks) == .init(.bookmarks, read: 100))
        #expect(repair.count(of: .music).lost ?? 0 > 0)
        let opened = try SQLiteLibrary(path: library.path)
        let music = SQLiteMusicRepository(library: opened, now: { Date() })
        _ = try await music.refresh("radio", with: DamagedLibrary.songs)
        #expect(try await library.content().bookmarks == before.bookmarks)
    }

    @Test("reports how many rows an index lists that could not be read")
    func countsLostRows() async throws {
        let library = try await DamagedLibrary()
        let offset = try #require(try library.offset(of: "Song number 300"))
        try library.overwrite(at: offset / 4_096 * 4_096, with: [UInt8](repeating: 0, count: 4_096))
        let songs = try #require(try library.file.repairBlocking()).count(of: .music)
        let lost = try #require(songs.lost)
        #expect(lost > 0 && songs.read + lost == DamagedLibrary.songs.count)
    }

    @Test("reports texts that do not match their sort keys")
    func countsAlteredRows() async throws {
        let library = try await DamagedLibrary()
        let offset = try #require(try library.offset(of: "Song number 300Artist"))
        try library.overwriteWithValidChecksum(at: offset, with: Array("Wong".utf8))
        #expect(try await library.file.check().contains(.text(.music, 1)))
        let repair = try #require(try library.file.repairBlocking())
        #expect(repair.count(of: .music) == .init(.music, read: 600, altered: 1))
        #expect(try await library.content().songs.contains("Wong number 300"))
        #expect(try await library.file.check().isEmpty)
    }

    @Test("separates entries of playlists from those of indexes")
    func separatesPlaylistEntries() async throws {
        let library = try await DamagedLibrary()
        // Some digests are empty.
        let downloads = (1...600).map { "(\(Int.max / 601 * $0), \($0 % 3), \($0), 'song \($0).mp3', x'')" }
        try change(
            library.path,
            "INSERT INTO download(id, state, number, file, digest) VALUES \(downloads.joined(separator: ","))")
        try change(library.path, "UPDATE todo SET done = 1 WHERE number % 2 = 0")
        try checkpoint(library.path)
        let before = try await library.content()
        try library.overwrite(at: 100, with: [UInt8](repeating: 0x55, count: 3_996))
        let repair = try #require(try library.file.repairBlocking())
        #expect(repair.count(of: .playlistEntries).read == 600)
        #expect(repair.count(of: .downloads).read == 600)
        #expect(try await library.content() == before)
    }

    @Test("a damaged list of free pages hides no rows")
    func distrustsFreePages() async throws {
        let library = try await DamagedLibrary()
        let before = try await library.content()
        let toDos = try #require(try library.offset(of: "Hear song 1 live")) / 4_096 + 1
        try library.overwrite(at: 32, with: [0, 0, UInt8(toDos >> 8), UInt8(toDos & 0xFF)])
        let repair = try #require(try library.file.repairBlocking())
        #expect(repair.count(of: .toDos).read == DamagedLibrary.toDos.count)
        #expect(try await library.content() == before)
    }

    @Test("the repaired library has the permissions of the damaged one", arguments: [0o600, 0o640])
    func keepsPermissions(mode: Int) async throws {
        let library = try await DamagedLibrary()
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: library.path)
        try library.overwrite(at: 0, with: [UInt8](repeating: 0x55, count: 40))
        _ = try #require(try library.file.repairBlocking())
        #expect(try posixMode(of: library.path) == mode)
    }

    @Test("another program's database stays as it is")
    func leavesOtherDatabase() async throws {
        let path = try TemporaryFolder().path("other.db")
        try change(path, "CREATE TABLE tag(id INTEGER PRIMARY KEY, parent INTEGER); INSERT INTO tag VALUES (1, 1)")
        let bytes = try Data(contentsOf: URL(filePath: path))
        await #expect(throws: LibraryError.cannotOpen(path: path, .notALibrary)) {
            try await SQLiteLibraryFile(path: path, now: { Date() }).repair()
        }
        #expect(try Data(contentsOf: URL(filePath: path)) == bytes)
    }

    @Test("another program's file stays as it is", arguments: [20, 38, 10_000])
    func leavesOtherFile(size: Int) async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("letter.txt")
        let home = URL(filePath: path).deletingLastPathComponent().path
        let letter = Data("a letter to a friend".utf8) + Data(count: size - 20)
        try letter.write(to: URL(filePath: path))
        await #expect(throws: LibraryError.cannotOpen(path: path, .notALibrary)) {
            try await SQLiteLibraryFile(path: path, now: { Date() }).repair()
        }
        #expect(try Data(contentsOf: URL(filePath: path)) == letter)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: home).sorted() == ["letter.txt", "letter.txt.lock"])
    }
}
