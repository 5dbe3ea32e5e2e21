import FermataContracts
import FermataData
import FermataDomain
import Foundation
import Testing

@Suite("A check of a sample of the library")
struct SQLiteLibrarySampleTests {
    @Test("finds nothing in an intact library, after its first sync and after a later one")
    func findsNothingInIntactLibrary() async throws {
        let damaged = try await DamagedLibrary()
        let library = try SQLiteLibrary(path: damaged.path)
        #expect(try await SQLiteLibrarySample(library: library).check(seed: 0).isEmpty)
        try await sync(library) { $0.title += " again" }
        #expect(try await SQLiteLibrarySample(library: library).check(seed: 1).isEmpty)
    }

    @Test("finds nothing in an empty library")
    func emptyLibrary() async throws {
        let library = try SQLiteLibrary.inTemporaryFolder()
        #expect(try await SQLiteLibrarySample(library: library).check(seed: 7).isEmpty)
    }

    @Test(
        "finds music that contradicts its keys, search text, record or index",
        arguments: [
            ("UPDATE music SET title = 'Wrong' WHERE row = 7", [.search, .text(.music, 1)]),
            ("UPDATE music SET artist_key = 'wrong' WHERE row IN (7, 8)", [.text(.music, 2)]),
            ("DELETE FROM record WHERE row = 7", [.references(.music, 1)]),
        ] as [(String, Set<LibraryFinding>)])
    func findsContradictions(change sql: String, findings: Set<LibraryFinding>) async throws {
        let damaged = try await DamagedLibrary(first: 100)
        try change(damaged.path, sql)
        #expect(try await check(damaged) == findings)
    }

    @Test("checks each of 128 songs")
    func checksEachOf128Songs() async throws {
        let damaged = try await DamagedLibrary(first: 128)
        try change(damaged.path, "DELETE FROM record")
        #expect(try await check(damaged) == [.references(.music, 128)])
    }

    @Test(
        "checks music that a sync has written, wherever it is",
        arguments: [["1234"], ["1233", "1234", "1235"]])
    func syncedMusic(changedKeys: [String]) async throws {
        let damaged = try await DamagedLibrary()
        try damageIndex(of: "number 1234", in: damaged)
        let library = try SQLiteLibrary(path: damaged.path)
        let sample = SQLiteLibrarySample(library: library)
        #expect(try await sample.check(seed: 0).isEmpty)
        try await sync(library) { song in if changedKeys.contains(song.key) { song.duration = .seconds(9) } }
        #expect(try await sample.check(seed: 0) == [.index("music_by_added", 1)])
        #expect(try await sample.check(seed: 0).isEmpty)
    }

    @Test("checks music that a sync has added, once")
    func addedMusic() async throws {
        let damaged = try await DamagedLibrary(first: 299)
        let library = try SQLiteLibrary(path: damaged.path)
        let music = SQLiteMusicRepository(library: library, now: { Date() })
        #expect(try await music.refresh("radio", with: Array(DamagedLibrary.songs.prefix(300))).added == 1)
        try change(damaged.path, "DELETE FROM record WHERE row = 300")
        // The sample of seed 0 has every third row from the first on.
        let sample = SQLiteLibrarySample(library: library)
        #expect(try await sample.check(seed: 0) == [.references(.music, 1)])
        #expect(try await sample.check(seed: 0).isEmpty)
    }

    @Test("finds any damaged row in time, with another seed each time")
    func findsDamagedRowWithAnySeed() async throws {
        let damaged = try await DamagedLibrary()
        try damageIndex(of: "number 1234", in: damaged)
        let sample = SQLiteLibrarySample(library: try SQLiteLibrary(path: damaged.path))
        var findings: [LibraryFinding] = []
        for seed in UInt64(0)..<200 where findings.isEmpty { findings = try await sample.check(seed: seed) }
        #expect(findings == [.index("music_by_added", 1)])
    }

    @Test("reaches the last rows of any number of songs", arguments: [129, 255, 300])
    func reachesLastRows(count: Int) async throws {
        let damaged = try await DamagedLibrary(first: count)
        try change(damaged.path, "DELETE FROM record WHERE row = \(count)")
        let sample = SQLiteLibrarySample(library: try SQLiteLibrary(path: damaged.path))
        var findings: [LibraryFinding] = []
        for seed in UInt64(0)..<50 where findings.isEmpty { findings = try await sample.check(seed: seed) }
        #expect(findings == [.references(.music, 1)])
    }

    @Test("checks a song whose names contain nothing to search")
    func songWithoutSearchText() async throws {
        let damaged = try await DamagedLibrary(songs: [RemoteMusic(key: "1", title: "\u{200B}")])
        #expect(try await check(damaged).isEmpty)
        try change(damaged.path, "DELETE FROM record")
        #expect(try await check(damaged) == [.references(.music, 1)])
    }

    @Test("stores no damage of a library that a repair has replaced")
    func storesNothingAboutReplacedLibrary() async throws {
        let damaged = try await DamagedLibrary(first: 100)
        try change(damaged.path, "UPDATE music SET title = 'Wrong' WHERE row = 7")
        let library = try SQLiteLibrary(path: damaged.path)
        let health = FileLibraryHealthRepository(library: damaged.path)
        let check = CheckLibrarySampleUsecase(
            sample: SQLiteLibrarySample(library: library), health: health, now: { Date() })
        #expect(try await check.execute())
        _ = try #require(try damaged.file.repairBlocking())
        #expect(try await !check.execute())
        #expect(health.health() == nil)
        #expect(try await self.check(damaged).isEmpty)
    }

    @Test("throws if SQLite cannot read the sample")
    func unreadableSample() async throws {
        let damaged = try await DamagedLibrary()
        let library = try SQLiteLibrary(path: damaged.path)
        for page in 20..<(try damaged.pageCount()) {
            try damaged.overwrite(at: page * 4_096, with: [UInt8](repeating: 0x55, count: 4_096))
        }
        await #expect(throws: LibraryError.damaged(path: damaged.path)) {
            try await SQLiteLibrarySample(library: library).check(seed: 0)
        }
    }

    private func check(_ damaged: DamagedLibrary) async throws -> Set<LibraryFinding> {
        Set(try await SQLiteLibrarySample(library: try SQLiteLibrary(path: damaged.path)).check(seed: 0))
    }

    /// Changes a title in the file's last index, but not in the table. Indexes store titles from their first
    /// lowercase word on.
    private func damageIndex(of title: String, in library: DamagedLibrary) throws {
        let offset = try #require(try library.bytes().range(of: Data(title.utf8), options: .backwards)).lowerBound
        try library.overwriteWithValidChecksum(at: offset, with: Array("Wong".utf8))
    }

    /// Syncs all songs after changing them.
    private func sync(_ library: SQLiteLibrary, _ change: (inout RemoteMusic) -> Void) async throws {
        let music = SQLiteMusicRepository(library: library, now: { Date() })
        let songs = DamagedLibrary.songs.map { song in
            var song = song
            change(&song)
            return song
        }
        _ = try await music.refresh("radio", with: songs)
    }
}
