import FermataContracts
import FermataData
import FermataDomain
import Foundation
import GRDB
import Testing
import TestTraits

@Suite("Plays of songs whose sources change")
struct PlayCountTests {
    private let music: SQLiteMusicRepository
    private let sources: SQLiteSourceRepository
    private let history: SQLiteHistoryRepository
    private let song = RemoteMusic(key: "1", title: "Changes", artist: "David Bowie")

    init() async throws {
        let library = try await TestLibrary(sources: ["radio", "home"])
        (music, sources) = (library.music, library.sources)
        history = SQLiteHistoryRepository(library: library.file)
    }

    @Test("a song has the plays of all its sources once these are one row")
    func addsPlaysOfMergedSongs() async throws {
        var other = song
        other.title = "Change"
        _ = try await music.refresh("radio", with: [song])
        _ = try await music.refresh("home", with: [other])
        try await play("radio", 100)
        try await play("home", 300)
        try await play("home", 200)
        #expect(try await counts() == ["Change": 2, "Changes": 1])
        _ = try await music.refresh("home", with: [])
        _ = try await music.refresh("home", with: [song])
        #expect(try await counts() == ["Changes": 3])
        #expect(try await music.all().map(\.lastPlayed) == [Date(timeIntervalSince1970: 300)])
    }

    @Test("emits a page after a play, and after a source gets another name", .deadline)
    func emitsPageAfterPlayAndNewName() async throws {
        _ = try await music.refresh("radio", with: [song])
        var pages = music.pages(of: MusicQuery()).makeAsyncIterator()
        #expect(try await pages.next()?.music.map(\.plays) == [0])
        try await play("radio", 100)
        var page = try await pages.next()
        while let current = page, current.music.first?.plays != 1 { page = try await pages.next() }
        #expect(page != nil)
        var radio = try #require(try await sources.sources().first)
        radio.name = "tape"
        try await sources.update("radio", to: radio)
        page = try await pages.next()
        while let current = page, current.music.first?.sources != ["tape"] { page = try await pages.next() }
        #expect(page != nil)
    }

    @Test("a song that another source provides keeps its plays after its source was removed")
    func keepsPlaysWithoutSource() async throws {
        _ = try await music.refresh("radio", with: [song])
        _ = try await music.refresh("home", with: [song])
        try await play("radio", 100)
        try await sources.remove(named: "radio", keepingBookmarked: false)
        #expect(try await counts() == ["Changes": 1])
        try await sources.remove(named: "home", keepingBookmarked: false)
        #expect(try await music.count(MusicQuery(text: "is:played")) == 0)
    }

    @Test("plays before two sources became one song stay with it when one of them leaves", arguments: [true, false])
    func keepsPlaysOfRemovedRecord(isRemoval: Bool) async throws {
        var other = song
        other.title = "Change"
        _ = try await music.refresh("radio", with: [song])
        _ = try await music.refresh("home", with: [other])
        try await play("radio", 100)
        try await play("home", 300)
        _ = try await music.refresh("home", with: [])
        _ = try await music.refresh("home", with: [song])
        if isRemoval {
            try await sources.remove(named: "home", keepingBookmarked: false)
        } else {
            _ = try await music.refresh("home", with: [])
        }
        #expect(try await counts() == ["Changes": 2])
        #expect(try await history.plays(.all, allowing: .all).count == 2)
    }

    @Test("counts are right between the batches of a sync")
    func countsDuringSync() async throws {
        _ = try await music.refresh("radio", with: [song])
        _ = try await music.refresh("home", with: [song])
        try await play("radio", 100)
        var other = song
        other.title = "Another"
        let session = try await music.beginSync(over: "home")
        try await session.apply(RemoteBatch(records: [RemoteRecord(other)]))
        _ = try await session.flush()
        #expect(try await counts() == ["Another": 0, "Changes": 1])
        #expect(try await music.count(MusicQuery(bookmarkedOnly: true)) == 0)
        try await play("home", 200)
        #expect(try await counts() == ["Another": 1, "Changes": 1])
    }

    @Test("a song that becomes another one keeps only its own plays")
    func countsPlaysOfChangedSong() async throws {
        for source in ["radio", "home"] { _ = try await music.refresh(source, with: [song]) }
        try await play("radio", 100)
        try await play("home", 200)
        #expect(try await counts() == ["Changes": 2])
        var other = song
        other.title = "Another"
        let session = try await music.beginSync(over: "radio")
        try await session.apply(RemoteBatch(records: [RemoteRecord(other)]))
        _ = try await session.flush()
        #expect(try await counts() == ["Another": 1])
        #expect(try await music.all().map(\.sources) == [["radio"]])
    }

    @Test("the plays of a record move with it to the song with its recording id")
    func movesPlaysOfRecord() async throws {
        let recording = MusicBrainzID(SIMD16(repeating: 1))
        let variations = RemoteMusic(key: "2", title: "Variations", artist: "David Bowie", recording: recording)
        _ = try await music.refresh("radio", with: [song, variations])
        _ = try await music.refresh("home", with: [song])
        try await play("radio", 100)
        try await play("home", 200)
        #expect(try await counts() == ["Changes": 2, "Variations": 0])
        var moved = song
        moved.recording = recording
        _ = try await music.refresh("home", with: [moved])
        #expect(try await counts() == ["Changes": 1, "Variations": 1])
    }

    private func play(_ source: String, _ seconds: Double) async throws {
        try await history.add(Play(MusicID(source: source, key: "1"), started: Date(timeIntervalSince1970: seconds)))
    }

    private func counts() async throws -> [String: Int] {
        Dictionary(uniqueKeysWithValues: try await music.all().map { ($0.title, $0.plays) })
    }
}

extension RemoteRecord {
    fileprivate init(_ song: RemoteMusic) {
        self.init(position: 1, fingerprint: 7) { song }
    }
}

@Suite("Plays that wait for sources in a library on disk")
struct WaitingScrobblesTests {
    @Test("a song of two sources waits for both, a song of another kind of source for none")
    func waitsForEachSource() async throws {
        let library = try await StarredLibrary(["home", "away"], isShared: true)
        try await library.sources.add(Source(name: "radio", kind: "http", address: "a", added: library.time.now))
        _ = try await library.music.refresh("radio", with: [RemoteMusic(key: "x", title: "Only here")])
        try await library.play("a")
        try await library.play("x", source: "radio")
        let waiting = try await library.scrobbles.waiting()
        #expect(waiting == ["home", "away"].map { WaitingChanges(source: $0, count: 1) })
        for source in ["home", "away"] {
            let scrobble = try #require(try await library.scrobbles.claimNext(of: source))
            #expect(scrobble.key == "a")
            #expect(scrobble.started == library.time.now)
        }
        #expect(try await library.scrobbles.claimNext(of: "radio") == nil)
    }

    @Test("the list of sources counts waiting plays before the first read of stars")
    func countsWithoutStars() async throws {
        let library = try await StarredLibrary(["home", "away"])
        try await library.play("a")
        #expect(try await library.sources.sources().map(\.waiting) == [1, nil])
    }

    @Test("the list of sources counts waiting plays and waiting bookmarks")
    func countsWithBookmarks() async throws {
        let library = try await StarredLibrary()
        _ = try await library.sync("home", InMemoryRemoteStarRepository(songs: Set(StarredLibrary.keys)))
        try await library.set(true, ["a", "b"])
        try await library.play("a")
        #expect(try await library.sources.sources().map(\.waiting) == [3])
    }

    @Test("the next source does not receive the plays of a removed one")
    func leavesWithSource() async throws {
        let library = try await StarredLibrary()
        try await library.play("a")
        try await library.sources.remove(named: "home", keepingBookmarked: false)
        try await library.sources.add(Source(name: "next", kind: "test", address: "b", added: library.time.now))
        #expect(try await library.scrobbles.waiting().isEmpty)
        #expect(try await library.scrobbles.claimNext(of: "next") == nil)
    }

    @Test("a program that opens the library again sends what waited")
    func survivesRestart() async throws {
        let library = try await StarredLibrary()
        try await library.play("a")
        let again = try StarredLibrary(path: library.path)
        let remote = FakeRemoteScrobbleRepository()
        try await ScrobbleSender(scrobbles: again.scrobbles).send(to: "home", through: remote)
        #expect(remote.received.map(\.key) == ["a"])
        #expect(try await library.scrobbles.waiting().isEmpty)
    }

    @Test("two programs send each play once")
    func sendsOnce() async throws {
        let library = try await StarredLibrary()
        for second in 0..<20 { try await library.play("a", after: Double(second)) }
        let (other, remote) = (try StarredLibrary(path: library.path), FakeRemoteScrobbleRepository())
        async let first: Void = ScrobbleSender(scrobbles: library.scrobbles).send(to: "home", through: remote)
        async let second: Void = ScrobbleSender(scrobbles: other.scrobbles).send(to: "home", through: remote)
        _ = try await (first, second)
        #expect(remote.received.count == 20)
        #expect(Set(remote.received.map(\.number)).count == 20)
        #expect(try await library.scrobbles.waiting().isEmpty)
    }
}
