import FermataContracts
import FermataData
import FermataDomain
import GRDB
import Foundation
import Testing

@Suite("Sync of bookmarks with a source's stars")
struct SyncStarsTests {
    private let failure = SourceFailure(.connectionRefused, address: "test:home")

    @Test("the first sync joins bookmarks and stars")
    func joinsBookmarksAndStars() async throws {
        let library = try await StarredLibrary()
        let remote = InMemoryRemoteStarRepository.withSongs(starred: ["b", "c"])
        try await library.set(true, ["a", "b"])
        try await library.set(false, ["a"])
        try await library.set(true, ["a"])
        let summary = try await library.sync("home", remote)
        #expect((summary.added, summary.removed) == (1, 0))
        #expect(try await library.bookmarked == "abc")
        #expect(remote.starred == ["a", "b", "c"])
    }

    @Test("bookmarks of a library without stars are sent by the first sync")
    func sendsEarlierBookmarks() async throws {
        let library = try await StarredLibrary([])
        try await library.sources.add(Source(name: "home", kind: "test", address: "", added: library.time.now))
        let plain = StarredLibrary.songs(of: "home").map { song in
            var song = song
            song.needsKey = false
            return song
        }
        _ = try await library.music.refresh("home", with: plain)
        try await library.set(true, ["d", "a"])
        #expect(try await library.waiting() == 0)
        _ = try await library.music.refresh("home", with: StarredLibrary.songs(of: "home"))
        let remote = InMemoryRemoteStarRepository.withSongs()
        _ = try await library.sync("home", remote)
        #expect(remote.starred == ["a", "d"])
        #expect(try await library.waiting() == 0)
        #expect(try await library.bookmarked == "ad")
    }

    @Test("a star that the server adds or removes changes the bookmark")
    func appliesServerChanges() async throws {
        let library = try await StarredLibrary()
        let remote = InMemoryRemoteStarRepository.withSongs(starred: ["b", "c"])
        _ = try await library.sync("home", remote)
        remote.change { $0.starred = ["c", "e"] }
        let summary = try await library.sync("home", remote)
        #expect((summary.added, summary.removed) == (1, 1))
        #expect(try await library.bookmarked == "ce")
        #expect(!remote.received.contains { $0 != .read })
    }

    @Test("a change made offline wins over the server's state")
    func waitingChangeWins() async throws {
        let (library, remote) = (try await StarredLibrary(), InMemoryRemoteStarRepository.withSongs(starred: ["b"]))
        _ = try await library.sync("home", remote)
        try await library.set(true, ["a"])
        try await library.set(false, ["b"])
        remote.change { $0.failures = [failure] }
        await #expect(throws: failure) { try await library.sync("home", remote) }
        #expect(try await library.bookmarked == "a")
        #expect(try await library.waiting() == 2)
        _ = try await library.sync("home", remote)
        #expect(remote.starred == ["a"])
        #expect(try await library.waiting() == 0)
        _ = try await library.sync("home", remote)
        #expect(remote.received == [.read, .star(["a"]), .star(["a"]), .unstar(["b"]), .read, .read])
    }

    @Test("a delivered change that the server does not show is sent again")
    func sendsUnverifiedChangeAgain() async throws {
        let (library, remote) = (try await StarredLibrary(), InMemoryRemoteStarRepository.withSongs())
        _ = try await library.sync("home", remote)
        remote.change { $0.ignoresChanges = true }
        try await library.set(true, ["a"])
        for _ in 1...3 { _ = try await library.sync("home", remote) }
        #expect(try await library.bookmarked == "a")
        remote.change { $0.ignoresChanges = false }
        _ = try await library.sync("home", remote)
        #expect(remote.starred == ["a"])
        let count = remote.received.count
        _ = try await library.sync("home", remote)
        #expect(remote.received.dropFirst(count) == [.read])
    }

    @Test("changes are sent in the order they were made, the last one of each song")
    func sendsInOrder() async throws {
        let (library, remote) = (try await StarredLibrary(), InMemoryRemoteStarRepository.withSongs(starred: ["b"]))
        _ = try await library.sync("home", remote)
        for key in ["e", "a", "d"] { try await library.set(true, [key]) }
        try await library.set(false, ["b"])
        try await library.set(false, ["e"])
        try await library.set(true, ["e"])
        try await library.set(true, ["c"])
        try await library.set(false, ["c"])
        _ = try await library.sync("home", remote)
        #expect(remote.received == [.read, .star(["a", "d"]), .unstar(["b"]), .star(["e"]), .read])
    }

    @Test("a song that the source no longer has ends its change and keeps its bookmark")
    func endsChangeOfMissingSong() async throws {
        let (library, remote) = (try await StarredLibrary(), InMemoryRemoteStarRepository.withSongs())
        _ = try await library.sync("home", remote)
        remote.change { $0.songs.remove("a") }
        try await library.set(true, ["a", "b"])
        for _ in 1...2 { _ = try await library.sync("home", remote) }
        #expect(remote.starred == ["b"])
        #expect(remote.received == [.read, .star(["a", "b"]), .read, .read])
        #expect(try await library.bookmarked == "ab")
        #expect(try await library.waiting() == 0)
    }

    @Test("a song in two sources is starred and unstarred in both")
    func changesBothSources() async throws {
        let library = try await StarredLibrary(["home", "away"], isShared: true)
        let (home, away) = (InMemoryRemoteStarRepository.withSongs(), InMemoryRemoteStarRepository.withSongs())
        _ = try await library.sync("home", home)
        _ = try await library.sync("away", away)
        try await library.set(true, ["a"])
        _ = try await library.sync("home", home)
        #expect((home.starred, away.starred) == (["a"], []))
        #expect(try await (library.waiting("home"), library.waiting("away")) == (0, 1))
        _ = try await library.sync("away", away)
        #expect(away.starred == ["a"])
        away.change { $0.starred = ["c"] }
        _ = try await library.sync("away", away)
        #expect(try await library.bookmarked == "c")
        _ = try await library.sync("home", home)
        #expect(home.starred == ["c"])
        _ = try await library.sync("away", away)
        #expect(try await library.bookmarked == "c")
    }

    @Test("10,000 changes are sent in order, a batch at a time")
    func sendsManyChanges() async throws {
        let library = try await StarredLibrary([])
        try await library.sources.add(Source(name: "home", kind: "test", address: "", added: library.time.now))
        let keys = (1...10_000).map { "song \($0)" }
        _ = try await library.music.refresh("home", with: StarredLibrary.songs(of: "home", keys))
        let remote = InMemoryRemoteStarRepository(songs: Set(keys))
        let parts = [keys[..<6_000].shuffled(), keys[6_000...].shuffled()]
        for part in parts { try await library.set(true, part) }
        #expect(try await library.waiting() == 10_000)
        _ = try await library.sync("home", remote)
        let sent = remote.received.compactMap { if case .star(let keys) = $0 { keys } else { nil } }
        #expect(sent.flatMap(\.self) == parts[0] + parts[1])
        #expect(sent.allSatisfy { $0.count <= 500 })
        #expect(try await library.waiting() == 0)
        _ = try await library.sync("home", remote)
        #expect(remote.received.last == .read)
    }
}

@Suite("Changes of bookmarks that wait for a source")
struct WaitingStarsTests {
    @Test("a change reverted before sending does not wait")
    func revertedChangeDoesNotWait() async throws {
        let library = try await StarredLibrary()
        _ = try await library.sync("home", InMemoryRemoteStarRepository.withSongs(starred: ["a"]))
        try await library.set(false, ["a"])
        try await library.set(true, ["b"])
        #expect(try await library.waiting() == 2)
        _ = try await SQLiteUndoRepository(library: library.file, now: { Date() }).undoLast(allowing: .all)
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
