import FermataContracts
import FermataData
import FermataDomain
import Foundation
import GRDB
import Testing

@Suite("A damaged library is never overwritten")
struct LibraryRepairTests {
    private let path: String
    private let time = TestTime()
    private var file: SQLiteLibraryFile { SQLiteLibraryFile(path: path, now: { [time] in time.now }) }
    private static let songs = (1...1_000).map {
        RemoteMusic(key: "\($0)", title: "Song number \($0)", artist: "Artist \($0 % 50)")
    }
    private static let template = LibraryTemplate { path in
        let music = try await TestLibrary(songs, path: path).music
        for song in try await music.all().prefix(100) { _ = try await music.setBookmark(true, of: song.id) }
    }

    init() async throws {
        path = try TemporaryFolder().path("library.sqlite")
        try await Self.template.copy(to: path)
    }

    @Test("moves the damaged file aside and copies the readable rows")
    func movesDamagedFileAside() async throws {
        try overwrite(at: pageStart(of: "Song number 500"), count: 20_000)
        let damaged = try Data(contentsOf: URL(filePath: path))
        let repair = try #require(try file.repairBlocking())
        #expect(try Data(contentsOf: URL(filePath: repair.damagedPath)) == damaged)
        #expect(repair.count(of: .music).read > 600)
        let music = SQLiteMusicRepository(library: try SQLiteLibrary(path: path), now: { Date() })
        #expect(try await music.all().count == repair.count(of: .music).read)
        #expect(try await music.count(MusicQuery(bookmarkedOnly: true)) == repair.count(of: .bookmarks).read)
        #expect(try await music.count(MusicQuery(text: "number")) == repair.count(of: .music).read)
    }

    @Test("copies all rows around an unreadable page", arguments: [500, 1_000])
    func copiesRowsAroundBadPage(number: Int) async throws {
        try overwrite(at: pageStart(of: "Song number \(number)"), count: 4096)
        let repair = try #require(try file.repairBlocking())
        #expect((900..<1_000).contains(repair.count(of: .music).read))
        let music = SQLiteMusicRepository(library: try SQLiteLibrary(path: path), now: { Date() })
        #expect(try await music.all().count == repair.count(of: .music).read)
        #expect(try await music.count(MusicQuery(text: "song")) == repair.count(of: .music).read)
    }

    @Test("detects a damaged full-text index and rebuilds it")
    func rebuildsSearchIndex() async throws {
        try change(path, "UPDATE music_search_data SET block = randomblob(length(block)) WHERE id > 10")
        try checkpoint(path)
        let repair = try #require(try file.repairBlocking())
        #expect(repair.count(of: .music).read == 1_000 && repair.count(of: .bookmarks).read == 100)
        let music = SQLiteMusicRepository(library: try SQLiteLibrary(path: path), now: { Date() })
        #expect(try await music.count(MusicQuery(text: "number")) == 1_000)
    }

    @Test("downloads stay listed, and partial files resume")
    func keepsDownloadsResumable() async throws {
        let folder = URL(filePath: path).deletingLastPathComponent().appending(path: "downloads")
        let library = try SQLiteLibrary(path: path)
        let music = try await SQLiteMusicRepository(library: library, now: { Date() }).all().prefix(2)
        let before = FileDownloadRepository(library: library, folder: folder, clock: ContinuousClock())
        for (music, isComplete) in zip(music, [true, false]) {
            let file = try await before.open(music)
            try await file.begin(AudioStart(total: 8, version: "1"))
            try await file.write(Data((isComplete ? "la la la" : "la la").utf8))
            if isComplete { _ = try await file.finish() } else { try await file.release() }
        }
        let range = try #require(try checkpointedFile(at: path).range(of: Data("Song number 900".utf8)))
        try overwrite(at: range.lowerBound / 4096 * 4096, count: 4096)
        _ = try #require(try file.repairBlocking())
        let after = FileDownloadRepository(
            library: try SQLiteLibrary(path: path), folder: folder, clock: ContinuousClock())
        #expect(try await after.states(of: music.map(\.id)) == [music[0].id: .downloaded, music[1].id: .waiting])
        #expect(try await after.open(music[1]).part?.length == 5)
        #expect(try await after.check().isEmpty)
    }

    @Test("the next sync restores lost songs without duplicates")
    func nextSyncRestoresMusic() async throws {
        try overwrite(at: pageStart(of: "Song number 500"), count: 20_000)
        _ = try file.repairBlocking()
        let library = try SQLiteLibrary(path: path)
        let music = SQLiteMusicRepository(library: library, now: { Date() })
        #expect(try await SQLiteSourceRepository(library: library).sources().map(\.name) == ["radio"])
        _ = try await music.refresh("radio", with: Self.songs)
        #expect(try await music.all().map(\.title).sorted() == Self.songs.map(\.title).sorted())
    }

    @Test("detects a torn header")
    func detectsTornHeader() throws {
        try overwrite(at: 0, count: 40)
        #expect(throws: LibraryError.damaged(path: path)) { try SQLiteLibrary(path: path) }
        let repair = try #require(try file.repairBlocking())
        #expect(FileManager.default.fileExists(atPath: repair.damagedPath))
        _ = try SQLiteLibrary(path: path)
    }

    @Test("the repaired library has every index")
    func rebuildsIndexes() async throws {
        let library = try await DamagedLibrary()
        func indexes() throws -> [String] { try DatabaseQueue(path: library.path).read { try $0.indexNames() } }
        let before = try indexes()
        try change(library.path, "UPDATE music SET title = 'Wrong' WHERE row = 7")
        _ = try #require(try library.file.repairBlocking())
        #expect(try indexes() == before && before.count > 20)
    }

    @Test("repairs nothing in an intact library")
    func repairsNothingInIntactLibrary() throws {
        #expect(try file.repairBlocking() == nil)
    }

    @Test("a second damaged library does not replace the first")
    func keepsBothDamagedFiles() throws {
        try overwrite(at: 0, count: 40)
        let first = try #require(try file.repairBlocking())
        try overwrite(at: 0, count: 40)
        let second = try #require(try file.repairBlocking())
        #expect(first.damagedPath != second.damagedPath)
        #expect(FileManager.default.fileExists(atPath: first.damagedPath))
    }

    /// The start of the page that contains a text.
    private func pageStart(of text: String) throws -> Int {
        let file = try Data(contentsOf: URL(filePath: path))
        return try #require(file.range(of: Data(text.utf8))).lowerBound / 4096 * 4096
    }

    private func overwrite(at offset: Int, count: Int) throws {
        try overwriteBytes(of: path, at: offset, count: count)
    }
}
