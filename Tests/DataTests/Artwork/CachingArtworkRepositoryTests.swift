import FermataContracts
import FermataData
import FermataDomain
import Foundation
import Synchronization
import TestTraits
import Testing

@Suite("Caching artwork repository")
struct CachingArtworkRepositoryTests {
    private let folder: URL
    private let time = TestTime()
    private let source = CountingArtwork()

    init() throws {
        folder = try TemporaryFolder().url.appending(path: "pictures")
    }

    @Test("downloads each picture once, even across restarts")
    func downloadsOnce() async throws {
        for _ in 1...2 {
            let cache = cache()
            for _ in 1...2 {
                let picture = try await cache.artwork(of: song(picture: "http://a/1.png"))
                #expect(picture?.bytes == SamplePicture.png)
            }
        }
        #expect(source.requests == ["http://a/1.png"])
        #expect(try await cache().artwork(of: song(picture: "http://a/2.png")) != nil)
        #expect(source.requests.count == 2)
    }

    @Test("shares one download among concurrent requests")
    func sharesDownload() async throws {
        let cache = cache()
        for number in 1...50 {
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 1...20 {
                    group.addTask { try await cache.artwork(of: song(picture: "http://a/\(number).png")) != nil }
                }
                for try await isThere in group { #expect(isThere) }
            }
        }
        #expect(source.requests.count == 50)
    }

    @Test("shares no download between songs of different sources")
    func downloadsPerSource() async throws {
        let source = GatedArtwork()
        let cache = cache(of: source)
        var other = song(picture: "http://a/1.png")
        other.sources = ["attic"]
        let tasks = [song(picture: "http://a/1.png"), other].map { music in
            Task { try await cache.artwork(of: music) }
        }
        try await waitUntil { source.requests.count == 2 }
        source.allow(.max)
        for task in tasks { #expect(try await task.value != nil) }
        #expect(source.requests == ["http://a/1.png", "http://a/1.png"])
    }

    @Test("continues a download even if all of its requests are cancelled")
    func continuesCancelledDownload() async throws {
        let source = GatedArtwork()
        let cache = cache(of: source)
        let tasks = (1...3).map { _ in
            Task { try await cache.artwork(of: song(picture: "http://a/1.png")) }
        }
        try await waitUntil { source.requests.count == 1 }
        for task in tasks { task.cancel() }
        source.allow(.max)
        for task in tasks { _ = await task.result }
        #expect(try await cache.artwork(of: song(picture: "http://a/1.png")) != nil)
        #expect(source.requests.count == 1)
    }

    @Test("shares the failure of one download among concurrent requests")
    func sharesFailure() async throws {
        let cache = cache()
        source.fail(true)
        await withTaskGroup(of: Void.self) { group in
            for _ in 1...20 {
                group.addTask {
                    _ = await #expect(throws: SourceFailure.self) {
                        try await cache.artwork(of: song(picture: "http://a/1.png"))
                    }
                }
            }
        }
        #expect(source.requests.count == 1)
    }

    @Test("sends no request for a song without a picture")
    func sendsNothingWithoutAddress() async throws {
        #expect(try await cache().artwork(of: song(picture: nil)) == nil)
        #expect(source.requests.isEmpty)
    }

    @Test("retries after exactly the pause", arguments: [(299.0, 1), (300.0, 2)])
    func retriesAfterPause(seconds: TimeInterval, requests: Int) async throws {
        let cache = cache()
        source.fail(true)
        for _ in 1...2 {
            await #expect(throws: SourceFailure.self) { try await cache.artwork(of: song(picture: "http://a/1.png")) }
            time.advance(by: seconds)
        }
        #expect(source.requests.count == requests)
    }

    @Test("remembers a failure for the song's own source only")
    func remembersFailurePerSource() async throws {
        let cache = cache()
        source.fail(true)
        await #expect(throws: SourceFailure.self) { try await cache.artwork(of: song(picture: "http://a/1.png")) }
        source.fail(false)
        var other = song(picture: "http://a/1.png")
        other.sources = ["attic"]
        let music = other
        #expect(try await cache.artwork(of: music) != nil)
    }

    @Test("downloads at most six pictures concurrently, and all in the end")
    func limitsConcurrentDownloads() async throws {
        let cache = cache()
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 1...40 {
                group.addTask { try await cache.artwork(of: song(picture: "http://a/\(number).png")) != nil }
            }
            for try await isThere in group { #expect(isThere) }
        }
        #expect(source.requests.count == 40 && source.maximumConcurrency <= 6)
    }

    @Test("starts the newest request first and rejects the oldest if too many wait")
    func prefersNewestRequest() async throws {
        let source = GatedArtwork()
        let cache = cache(of: source)
        let rejected = RecordedTexts()
        func ask(_ number: Int) -> Task<Void, any Error> {
            Task {
                let address = "http://a/\(number).png"
                do {
                    _ = try await cache.artwork(of: song(picture: address))
                } catch is SourceFailure {
                    rejected.record(address)
                }
            }
        }
        var tasks = (1...100).map(ask)
        try await waitUntil { rejected.all.count == 30 && source.requests.count == 6 }
        tasks.append(ask(101))
        try await waitUntil { rejected.all.count == 31 }
        source.allow(1)
        try await waitUntil { source.requests.count == 7 }
        #expect(source.requests.last == "http://a/101.png")
        source.allow(.max)
        for task in tasks { try await task.value }
        #expect(source.requests.count == 70)
        for address in rejected.all {
            #expect(try await cache.artwork(of: song(picture: address)) != nil)
        }
    }

    @Test("reuses released permits, but not more")
    func reusesPermits() async throws {
        let source = GatedArtwork()
        let cache = cache(of: source)
        for round in 1...2 {
            source.allow(0)
            let tasks = (1...10).map { number in
                Task { try await cache.artwork(of: song(picture: "http://a/\(round)/\(number).png")) }
            }
            try await waitUntil { source.requests.count == (round - 1) * 10 + 6 }
            for _ in 1...100 { await Task.yield() }
            #expect(source.requests.count == (round - 1) * 10 + 6)
            source.allow(.max)
            for task in tasks { _ = try await task.value }
        }
    }

    @Test("pauses a host after six unreachable pictures, and no other host")
    func pausesUnreachableHost() async throws {
        let cache = cache()
        func fails(_ address: String) async {
            await #expect(throws: SourceFailure.self) { try await cache.artwork(of: song(picture: address)) }
        }
        source.fail(true)
        for number in 1...5 { await fails("http://a/\(number).png") }
        source.fail(false)
        #expect(try await cache.artwork(of: song(picture: "http://a/6.png")) != nil)
        source.fail(true)
        for number in 11...20 { await fails("http://a/\(number).png") }
        #expect(source.requests.count == 12)
        for host in ["http://b", "http://a:81", "https://a"] { await fails("\(host)/1.png") }
        #expect(source.requests.count == 15)
        time.advance(by: 299)
        await fails("http://a/20.png")
        #expect(source.requests.count == 15)
        source.fail(false)
        time.advance(by: 1)
        #expect(try await cache.artwork(of: song(picture: "http://a/20.png")) != nil)
    }

    @Test("forgets all failures of pictures, or of hosts, beyond a thousand")
    func limitsRememberedFailures() async throws {
        let cache = cache()
        func request(_ addresses: [String]) async -> Int {
            for address in addresses { _ = try? await cache.artwork(of: song(picture: address)) }
            return source.requests.count
        }
        source.fail(true)
        #expect(await request((1...6).map { "http://a/\($0).png" }) == 6)
        #expect(await request((1...994).map { "http://h\($0)/1.png" }) == 1_000)
        #expect(await request(["http://h1/1.png"]) == 1_000)
        #expect(await request(["http://h995/1.png", "http://h1/1.png"]) == 1_002)
        #expect(await request((996...999).map { "http://h\($0)/1.png" }) == 1_006)
        #expect(await request(["http://a/7.png"]) == 1_006)
        #expect(await request(["http://h1000/1.png", "http://a/7.png"]) == 1_008)
    }

    @Test("does not pause a host that responds", arguments: [404, 500, 503])
    func doesNotPauseRespondingHost(status: Int) async throws {
        let cache = cache()
        source.fail(true, .status(status))
        for number in 1...20 {
            await #expect(throws: SourceFailure.self) {
                try await cache.artwork(of: song(picture: "http://a/\(number).png"))
            }
        }
        #expect(source.requests.count == 20)
    }

    @Test("replaces a damaged file and works without a writable folder")
    func replacesDamagedFile() async throws {
        _ = try await cache().artwork(of: song(picture: "http://a/1.png"))
        let file = try #require(try FileManager.default.contentsOfDirectory(atPath: folder.path).first)
        try Data().write(to: folder.appending(path: file))
        #expect(try await cache().artwork(of: song(picture: "http://a/1.png"))?.bytes == SamplePicture.png)
        #expect(source.requests.count == 2)
        let blocked = folder.appending(path: file)
        let other = CachingArtworkRepository(source, folder: blocked, now: { [time] in time.now })
        #expect(try await other.artwork(of: song(picture: "http://a/1.png")) != nil)
    }

    @Test("limits the size of the folder")
    func limitsFolderSize() async throws {
        let cache = cache(byteLimit: SamplePicture.png.count * 3)
        for number in 1...3 { _ = try await cache.artwork(of: song(picture: "http://a/\(number).png")) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 3)
        for number in 4...10 { _ = try await cache.artwork(of: song(picture: "http://a/\(number).png")) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 3)
        _ = try await cache.artwork(of: song(picture: "http://a/10.png"))
        #expect(source.requests.count == 10)
    }

    @Test("makes room in a large folder once a sixteenth of it was added")
    func makesRoomRarely() async throws {
        let byteLimit = SamplePicture.png.count * 32
        let cache = cache(byteLimit: byteLimit)
        for number in 1...80 { _ = try await cache.artwork(of: song(picture: "http://a/\(number).png")) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 33)
        _ = try await self.cache(byteLimit: byteLimit).artwork(of: song(picture: "http://a/81.png"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 32)
    }

    private func cache(
        of source: (any ArtworkRepository)? = nil, byteLimit: Int = 1 << 20
    ) -> CachingArtworkRepository {
        CachingArtworkRepository(
            source ?? self.source, folder: folder, byteLimit: byteLimit, now: { [time] in time.now })
    }
}

/// Returns one picture for every song, and records the requests.
final class CountingArtwork: ArtworkRepository {
    private let state = Mutex(
        (requests: [String](), failure: SourceFailureCause?.none, running: 0, maximumConcurrency: 0))

    /// The largest number of concurrent requests.
    var maximumConcurrency: Int { state.withLock { $0.maximumConcurrency } }

    var requests: [String] { state.withLock { $0.requests } }

    func fail(_ fails: Bool, _ cause: SourceFailureCause = .connectionFailed) {
        state.withLock { $0.failure = fails ? cause : nil }
    }

    func artwork(of music: Music) async throws -> ArtworkImage? {
        let failure = state.withLock { state in
            state.requests.append(music.artworkURL ?? "")
            state.running += 1
            state.maximumConcurrency = max(state.maximumConcurrency, state.running)
            return state.failure
        }
        await Task.yield()
        defer { state.withLock { $0.running -= 1 } }
        if let failure { throw SourceFailure(failure, address: music.artworkURL ?? "") }
        return ArtworkImage(format: .png, bytes: SamplePicture.png)
    }
}

/// Texts recorded by several tasks.
final class RecordedTexts: Sendable {
    private let texts = Mutex<[String]>([])
    var all: [String] { texts.withLock { $0 } }

    func record(_ text: String) { texts.withLock { $0.append(text) } }
}

/// Returns pictures one by one, when the test allows it.
final class GatedArtwork: ArtworkRepository {
    private let state = Mutex((requests: [String](), free: 0))

    var requests: [String] { state.withLock { $0.requests } }

    /// Allows a number of further pictures.
    func allow(_ count: Int) { state.withLock { $0.free = count } }

    func artwork(of music: Music) async throws -> ArtworkImage? {
        state.withLock { $0.requests.append(music.artworkURL ?? "") }
        let isAllowed = {
            self.state.withLock { state in
                guard state.free > 0 else { return false }
                state.free -= 1
                return true
            }
        }
        while !isAllowed() { try await Task.sleep(for: .milliseconds(1)) }
        return ArtworkImage(format: .png, bytes: SamplePicture.png)
    }
}
