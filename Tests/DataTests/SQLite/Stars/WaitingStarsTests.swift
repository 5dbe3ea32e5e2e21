import FermataContracts
import FermataData
import FermataDomain
import GRDB
import Testing

@Suite("Changes of bookmarks that wait for a source")
struct WaitingStarsTests {
    @Test("a change reverted before sending does not wait")
    func revertedChangeDoesNotWait() async throws {
        let library = try await StarredLibrary()
        _ = try await library.sync("home", InMemoryRemoteStarRepository.withSongs(starred: ["a"]))
        try await library.set(false, ["a"])
        try await library.set(true, ["b"])
        #expect(try await library.waiting() == 2)
        _ = try await SQLiteUndoRepository(library: library.file).undoLast(allowing: .all)
        #expect(try await library.waiting() == 1)
        try await library.set(true, ["a"])
        #expect(try await library.waiting() == 0)
    }

    @Test("undone and imported changes wait, and a source counts its own")
    func undoneAndImportedChangesWait() async throws {
        let library = try await StarredLibrary(["home", "away"])
        for name in ["home", "away"] { _ = try await library.sync(name, InMemoryRemoteStarRepository.withSongs()) }
        try await library.set(true, ["a"], source: "away")
        let data = SQLitePersonalDataRepository(library: library.file)
        let imported = ["b", "c"].map { ExportedBookmark(id: MusicID(source: "home", key: $0)) }
        #expect(try await data.add(imported, allowing: .all) == [.added, .added])
        #expect(try await library.sources.sources().map(\.waiting) == [2, 1])
        #expect(try await library.stars.waiting().map(\.source) == ["home", "away"])
    }

    @Test("sources without stars have no count, and their bookmarks do not wait")
    func sourceWithoutStarsHasNoCount() async throws {
        let library = try await StarredLibrary([])
        try await library.sources.add(Source(name: "radio", kind: "test", address: "", added: library.time.now))
        _ = try await library.music.refresh("radio", with: SampleMusic.all)
        let song = try #require(try await library.music.all().first)
        _ = try await library.music.setBookmark(true, of: [song.id])
        #expect(try await library.sources.sources().map(\.waiting) == [nil])
        #expect(try await library.stars.waiting() == [])
    }

    @Test("changes end with the song, and a song that returns is synced anew")
    func endsChangesOfRemovedSongs() async throws {
        let library = try await StarredLibrary()
        let remote = InMemoryRemoteStarRepository.withSongs()
        _ = try await library.sync("home", remote)
        try await library.set(true, ["a", "b"])
        _ = try await library.music.refresh("home", with: StarredLibrary.songs(of: "home", ["b", "c"]))
        #expect(try await library.waiting() == 1)
        _ = try await library.sync("home", remote)
        _ = try await library.music.refresh("home", with: StarredLibrary.songs(of: "home"))
        #expect(try await library.bookmarked == "ab")
        _ = try await library.sync("home", remote)
        #expect(remote.starred == ["a", "b"])
    }

    @Test("removing a source discards its waiting changes", arguments: [true, false])
    func removingSourceDiscardsChanges(keepsBookmarked: Bool) async throws {
        let library = try await StarredLibrary(["home", "away"])
        try await library.set(true, ["a"])
        try await library.sources.remove(named: "home", keepingBookmarked: keepsBookmarked)
        #expect(try await library.stars.waiting() == [])
        #expect(try await library.bookmarked == (keepsBookmarked ? "a" : ""))
        let file = try DatabaseQueue(path: library.path, configuration: .patient)
        #expect(try await file.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM star") } == 5)
        await #expect(throws: SourceError.notFound("home", known: ["away"])) {
            try await library.stars.revision(of: "home")
        }
    }

    @Test("a song that leaves another source's row is synced anew")
    func syncsSplitSongAnew() async throws {
        let library = try await StarredLibrary(["home", "away"], isShared: true)
        let (home, away) = (InMemoryRemoteStarRepository.withSongs(), InMemoryRemoteStarRepository.withSongs())
        for (name, remote) in [("home", home), ("away", away)] { _ = try await library.sync(name, remote) }
        try await library.set(true, ["a"])
        for (name, remote) in [("home", home), ("away", away)] { _ = try await library.sync(name, remote) }
        #expect(try await library.music.all().count == 5)
        var songs = StarredLibrary.songs(of: "")
        songs[0].title = "a live"
        _ = try await library.music.refresh("away", with: songs)
        _ = try await library.sync("away", away)
        #expect(try await library.bookmarked == "aa")
        try await library.set(false, ["a"], source: "away")
        for (name, remote) in [("home", home), ("away", away)] { _ = try await library.sync(name, remote) }
        #expect((home.starred, away.starred) == (["a"], []))
    }

    @Test("another address joins the stars of the new server with the bookmarks")
    func joinsStarsOfNewAddress() async throws {
        let library = try await StarredLibrary()
        _ = try await library.sync("home", InMemoryRemoteStarRepository.withSongs(starred: ["a"]))
        var source = try #require(try await library.sources.sources().first)
        source.address = "test:new"
        try await library.sources.update("home", to: source)
        let remote = InMemoryRemoteStarRepository.withSongs(starred: ["b"])
        _ = try await library.sync("home", remote)
        #expect(remote.starred == ["a", "b"])
        #expect(try await library.bookmarked == "ab")
    }

    @Test("a repair keeps waiting changes and the last known stars")
    func repairKeepsStars() async throws {
        let library = try await StarredLibrary()
        let remote = InMemoryRemoteStarRepository.withSongs(starred: ["a", "b"])
        _ = try await library.sync("home", remote)
        try await library.set(false, ["b"])
        try await library.set(true, ["c"])
        let path = try TemporaryFolder().path("damaged.sqlite")
        try await DatabaseQueue(path: library.path, configuration: .patient).writeWithoutTransaction {
            try $0.execute(sql: "VACUUM INTO ?", arguments: [path])
        }
        let lost = MusicID(source: "home", key: "e").value
        try await DatabaseQueue(path: path).write { db in
            // A star without a record is damage that a check finds.
            try db.execute(sql: "DELETE FROM record WHERE id = \(Int64(bitPattern: lost))")
        }
        let repair = try await SQLiteLibraryFile(path: path, now: { library.time.now }).repair()
        #expect(repair != nil)
        let repaired = try StarredLibrary(path: path)
        #expect(try await repaired.waiting() == 2)
        #expect(try await SQLiteLibraryFile(path: path, now: { library.time.now }).check() == [])
        remote.change { $0.starred = ["b"] }
        _ = try await repaired.sync("home", remote)
        #expect(try await repaired.bookmarked == "c")
        #expect(remote.starred == ["c"])
    }
}
