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

    private func cache(byteLimit: Int = 1 << 20) -> CachingArtworkRepository {
        CachingArtworkRepository(source, folder: folder, byteLimit: byteLimit, now: { [time] in time.now })
    }
}

/// Answers one picture for all music, and notes who asked.
private final class CountingArtwork: ArtworkRepository {
    private let state = Mutex((asked: [String](), fails: false, running: 0, most: 0))

    /// How many were asked for side by side at the most.
    var most: Int { state.withLock { $0.most } }

    var asked: [String] { state.withLock { $0.asked } }

    func fail(_ fails: Bool) { state.withLock { $0.fails = fails } }

    func picture(of music: Music) async throws -> Picture? {
        let fails = state.withLock { state in
            state.asked.append(music.artworkURL ?? "")
            state.running += 1
            state.most = max(state.most, state.running)
            return state.fails
        }
        await Task.yield()
        defer { state.withLock { $0.running -= 1 } }
        if fails { throw SourceFailure(.unreachable, address: music.artworkURL ?? "", reason: "is gone") }
        return Picture(format: .png, bytes: SamplePicture.png)
    }
}
