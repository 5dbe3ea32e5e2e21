import FermataContracts
import FermataData
import FermataDomain
import Foundation
import Synchronization
import Testing

@Suite("Pictures kept in a folder")
struct CachingArtworkRepositoryTests {
    private let folder: URL
    private let time = TestTime()
    private let source = CountingArtwork()

    init() throws {
        folder = try TemporaryFolder().url.appending(path: "pictures")
    }

    @Test("each is fetched once, also after a restart")
    func once() async throws {
        for _ in 1...2 {
            let cache = cache()
            for _ in 1...2 {
                let picture = try await cache.picture(of: song(picture: "http://a/1.png"))
                #expect(picture?.bytes == SamplePicture.png)
            }
        }
        #expect(source.asked == ["http://a/1.png"])
        #expect(try await cache().picture(of: song(picture: "http://a/2.png")) != nil)
        #expect(source.asked.count == 2)
    }

    @Test("asked for by many at once, it is fetched once")
    func together() async throws {
        let cache = cache()
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 1...20 {
                group.addTask { try await cache.picture(of: song(picture: "http://a/1.png")) != nil }
            }
            for try await isThere in group { #expect(isThere) }
        }
        #expect(source.asked.count == 1)
    }

    @Test("music without a picture asks nobody")
    func none() async throws {
        #expect(try await cache().picture(of: song(picture: nil)) == nil)
        #expect(source.asked.isEmpty)
    }

    @Test("what failed is told again for a while, and then tried again")
    func failure() async throws {
        let cache = cache()
        source.fail(true)
        for _ in 1...2 {
            await #expect(throws: SourceFailure.self) { try await cache.picture(of: song(picture: "http://a/1.png")) }
        }
        #expect(source.asked.count == 1)
        source.fail(false)
        time.advance(by: 301)
        #expect(try await cache.picture(of: song(picture: "http://a/1.png")) != nil)
    }

    @Test("a failure is that of the music's own source, which another source may not share")
    func otherSource() async throws {
        let cache = cache()
        source.fail(true)
        await #expect(throws: SourceFailure.self) { try await cache.picture(of: song(picture: "http://a/1.png")) }
        source.fail(false)
        var other = song(picture: "http://a/1.png")
        other.sources = ["attic"]
        let music = other
        #expect(try await cache.picture(of: music) != nil)
    }

    @Test("no more than six are fetched side by side, and all of them come")
    func sideBySide() async throws {
        let cache = cache()
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 1...40 {
                group.addTask { try await cache.picture(of: song(picture: "http://a/\(number).png")) != nil }
            }
            for try await isThere in group { #expect(isThere) }
        }
        #expect(source.asked.count == 40 && source.most <= 6)
    }

    @Test("of those that wait the newest comes first; where too many wait, the oldest is given up, but may come again")
    func newestFirst() async throws {
        let source = GatedArtwork()
        let cache = CachingArtworkRepository(source, folder: folder, now: { [time] in time.now })
        let givenUp = NotedTexts()
        func ask(_ number: Int) -> Task<Void, any Error> {
            Task {
                let address = "http://a/\(number).png"
                do {
                    _ = try await cache.picture(of: song(picture: address))
                } catch is SourceFailure {
                    givenUp.note(address)
                }
            }
        }
        var tasks = (1...100).map(ask)
        await wait { givenUp.all.count == 30 && source.asked.count == 6 }
        tasks.append(ask(101))
        await wait { givenUp.all.count == 31 }
        source.let(1)
        await wait { source.asked.count == 7 }
        #expect(source.asked.last == "http://a/101.png")
        source.let(.max)
        for task in tasks { try await task.value }
        #expect(source.asked.count == 70)
        for address in givenUp.all {
            #expect(try await cache.picture(of: song(picture: address)) != nil)
        }
    }

    @Test("a host that cannot be reached for six pictures is left alone for a while, others are not")
    func deadHost() async throws {
        let cache = cache()
        func fails(_ address: String) async {
            await #expect(throws: SourceFailure.self) { try await cache.picture(of: song(picture: address)) }
        }
        source.fail(true)
        for number in 1...5 { await fails("http://a/\(number).png") }
        source.fail(false)
        #expect(try await cache.picture(of: song(picture: "http://a/6.png")) != nil)
        source.fail(true)
        for number in 11...20 { await fails("http://a/\(number).png") }
        #expect(source.asked.count == 12)
        for host in ["http://b", "http://a:81", "https://a"] { await fails("\(host)/1.png") }
        #expect(source.asked.count == 15)
        source.fail(false)
        time.advance(by: 301)
        #expect(try await cache.picture(of: song(picture: "http://a/20.png")) != nil)
    }

    @Test("a host that answers, if only that there is no such picture, is asked for others")
    func livingHost() async throws {
        let cache = cache()
        source.fail(true, .refused)
        for number in 1...20 {
            await #expect(throws: SourceFailure.self) {
                try await cache.picture(of: song(picture: "http://a/\(number).png"))
            }
        }
        #expect(source.asked.count == 20)
    }

    @Test("a torn file is fetched anew, and a folder that cannot be written is done without")
    func torn() async throws {
        _ = try await cache().picture(of: song(picture: "http://a/1.png"))
        let file = try #require(try FileManager.default.contentsOfDirectory(atPath: folder.path).first)
        try Data().write(to: folder.appending(path: file))
        #expect(try await cache().picture(of: song(picture: "http://a/1.png"))?.bytes == SamplePicture.png)
        #expect(source.asked.count == 2)
        let blocked = folder.appending(path: file)
        let other = CachingArtworkRepository(source, folder: blocked, now: { [time] in time.now })
        #expect(try await other.picture(of: song(picture: "http://a/1.png")) != nil)
    }

    @Test("the folder is kept below its limit")
    func limit() async throws {
        let cache = cache(byteLimit: SamplePicture.png.count * 3)
        for number in 1...10 { _ = try await cache.picture(of: song(picture: "http://a/\(number).png")) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 3)
        _ = try await cache.picture(of: song(picture: "http://a/10.png"))
        #expect(source.asked.count == 10)
    }

    /// Waits until something is so, a minute at the most.
    private func wait(until isSo: () -> Bool) async {
        let deadline = ContinuousClock.now + .seconds(60)
        while !isSo(), ContinuousClock.now < deadline { await Task.yield() }
        #expect(isSo())
    }

    private func cache(byteLimit: Int = 1 << 20) -> CachingArtworkRepository {
        CachingArtworkRepository(source, folder: folder, byteLimit: byteLimit, now: { [time] in time.now })
    }
}

/// Answers one picture for all music, and notes who asked.
private final class CountingArtwork: ArtworkRepository {
    private let state = Mutex((asked: [String](), failure: SourceFailure.Kind?.none, running: 0, most: 0))

    /// How many were asked for side by side at the most.
    var most: Int { state.withLock { $0.most } }

    var asked: [String] { state.withLock { $0.asked } }

    func fail(_ fails: Bool, _ kind: SourceFailure.Kind = .unreachable) {
        state.withLock { $0.failure = fails ? kind : nil }
    }

    func picture(of music: Music) async throws -> ArtworkImage? {
        let failure = state.withLock { state in
            state.asked.append(music.artworkURL ?? "")
            state.running += 1
            state.most = max(state.most, state.running)
            return state.failure
        }
        await Task.yield()
        defer { state.withLock { $0.running -= 1 } }
        if let failure { throw SourceFailure(failure, address: music.artworkURL ?? "", reason: "is gone") }
        return ArtworkImage(format: .png, bytes: SamplePicture.png)
    }
}

/// Texts that several tasks note.
private final class NotedTexts: Sendable {
    private let texts = Mutex<[String]>([])
    var all: [String] { texts.withLock { $0 } }

    func note(_ text: String) { texts.withLock { $0.append(text) } }
}

/// Answers one picture after the other, when it is let.
private final class GatedArtwork: ArtworkRepository {
    private let state = Mutex((asked: [String](), free: 0))

    var asked: [String] { state.withLock { $0.asked } }

    /// Lets so many more come.
    func `let`(_ count: Int) { state.withLock { $0.free = count } }

    func picture(of music: Music) async throws -> ArtworkImage? {
        state.withLock { $0.asked.append(music.artworkURL ?? "") }
        let isLet = {
            self.state.withLock { state in
                guard state.free > 0 else { return false }
                state.free -= 1
                return true
            }
        }
        while !isLet() { try await Task.sleep(for: .milliseconds(1)) }
        return ArtworkImage(format: .png, bytes: SamplePicture.png)
    }
}
