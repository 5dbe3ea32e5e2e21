import FermataContracts
import FermataData
import FermataDomain
import GRDB
import Testing

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
        try await SendScrobblesUsecase(scrobbles: again.scrobbles).execute("home", remote)
        #expect(remote.received.map(\.key) == ["a"])
        #expect(try await library.scrobbles.waiting().isEmpty)
    }

    @Test("two programs send each play once")
    func sendsOnce() async throws {
        let library = try await StarredLibrary()
        for second in 0..<20 { try await library.play("a", after: Double(second)) }
        let (other, remote) = (try StarredLibrary(path: library.path), FakeRemoteScrobbleRepository())
        async let first: Void = SendScrobblesUsecase(scrobbles: library.scrobbles).execute("home", remote)
        async let second: Void = SendScrobblesUsecase(scrobbles: other.scrobbles).execute("home", remote)
        _ = try await (first, second)
        #expect(remote.received.count == 20)
        #expect(Set(remote.received.map(\.number)).count == 20)
        #expect(try await library.scrobbles.waiting().isEmpty)
    }
}
