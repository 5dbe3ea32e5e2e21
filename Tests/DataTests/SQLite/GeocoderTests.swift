import FermataContracts
import FermataData
import FermataDomain
import Foundation
import GRDB
import Synchronization
import Testing
import TestTraits

@Suite("Geocoder with cached responses")
struct CachingGeocoderTests {
    private let source = CountingGeocoder()
    private let time = TestTime()
    private let path: String

    init() throws {
        path = try TemporaryFolder().path("library.sqlite")
    }

    /// Creates another program's geocoder.
    private func geocoder(_ server: String = "test", _ library: SQLiteLibrary? = nil) throws -> CachingGeocoder {
        let library = try library ?? SQLiteLibrary(path: path)
        return CachingGeocoder(source, server: server, library: library, now: { [time] in time.now })
    }

    @Test("sends the same question once across programs, found or not")
    func sendsSameQuestionOnce() async throws {
        for _ in 0..<3 {
            let geocoder = try geocoder()
            for _ in 0..<2 {
                #expect(try await geocoder.places(at: "Springfield", limit: 5) == SamplePlaces.springfields)
                #expect(try await geocoder.places(at: " Springfield\n", limit: 1).count == 1)
                #expect(try await geocoder.places(at: "nowhere", limit: 5) == [])
                #expect(try await geocoder.places(at: "Seoul", limit: 0) == [])
            }
        }
        #expect(source.addresses == ["Springfield", "nowhere"])
    }

    @Test("returns a cached response equal to the original", arguments: [true, false])
    func cachedResponseEqualsOriginal(isTownOnly: Bool) async throws {
        let place = Place(
            name: "\u{0}“서울” \u{1B}", coordinate: SamplePlaces.seoul.coordinate, isTownOnly: isTownOnly)
        let library = try SQLiteLibrary(path: path)
        for source in [GeocoderStub([place]), GeocoderStub()] {
            let geocoder = CachingGeocoder(source, server: "test", library: library, now: { [time] in time.now })
            #expect(try await geocoder.places(at: "x", limit: 3) == [place])
        }
    }

    @Test("asks again for more places unless the cached response is complete")
    func requestsMorePlacesThanCached() async throws {
        let many = ManyPlaces()
        let library = try SQLiteLibrary(path: path)
        let geocoder = CachingGeocoder(many, server: "test", library: library, now: { [time] in time.now })
        for (limit, requested) in [
            (1, [10]), (10, [10]), (11, [10, 11]), (30, [10, 11, 30]), (40, [10, 11, 30]), (2, [10, 11, 30]),
        ] {
            let found = try await geocoder.places(at: "x", limit: limit)
            #expect(found.count == min(limit, ManyPlaces.count))
            #expect(await many.limits == requested)
        }
    }

    @Test("expires responses after seven days and ignores future ones")
    func expiresAfterSevenDays() async throws {
        let geocoder = try geocoder()
        _ = try await geocoder.places(at: "Seoul", limit: 1)
        time.advance(by: 7 * 86_400 - 1)
        _ = try await geocoder.places(at: "Seoul", limit: 1)
        #expect(source.requests.count == 1)
        time.advance(by: 1)
        _ = try await geocoder.places(at: "Seoul", limit: 1)
        #expect(source.requests.count == 2)
        time.advance(by: -3_600)
        _ = try await geocoder.places(at: "Seoul", limit: 1)
        #expect(source.requests.count == 3)
        time.advance(by: 8 * 86_400)
        _ = try await geocoder.places(at: "nowhere", limit: 1)
        #expect(try questions() == ["nowhere"])
    }

    @Test(
        "reuses a response only during its lifetime, which may be zero",
        arguments: [
            (Duration.zero, 2), (.milliseconds(1), 1), (.seconds(-1), 2), (.seconds(Int64.max), 1),
        ])
    func appliesLifetime(lifetime: Duration, requests: Int) async throws {
        let geocoder = CachingGeocoder(
            source, server: "test", library: try SQLiteLibrary(path: path), lifetime: lifetime,
            now: { [time] in time.now })
        for _ in 1...2 {
            #expect(try await geocoder.places(at: "Seoul", limit: 1) == [SamplePlaces.seoul])
        }
        #expect(source.requests.count == requests)
    }

    @Test("a new response deletes expired ones only")
    func deletesOnlyExpiredResponses() async throws {
        let geocoder = try geocoder()
        _ = try await geocoder.places(at: "Seoul", limit: 1)
        time.advance(by: 7 * 86_400 - 1)
        _ = try await geocoder.places(at: "nowhere", limit: 1)
        #expect(try questions().sorted() == ["Seoul", "nowhere"])
        time.advance(by: 1)
        _ = try await geocoder.places(at: "Springfield", limit: 1)
        #expect(try questions().sorted() == ["Springfield", "nowhere"])
    }

    @Test("caches servers and similar questions separately")
    func separatesServersAndQuestions() async throws {
        for server in ["a", "b"] {
            let geocoder = try geocoder(server)
            for _ in 0..<2 {
                for address in ["Seoul", "Seoul\u{0}", "Seoul'"] {
                    _ = try await geocoder.places(at: address, limit: 1)
                }
            }
        }
        #expect(source.addresses == ["Seoul", "Seoul\u{0}", "Seoul'", "Seoul", "Seoul\u{0}", "Seoul'"])
    }

    @Test("does not cache failures")
    func doesNotCacheFailures() async throws {
        let geocoder = try geocoder()
        let busy = SourceFailure(.status(429, retryAfter: .seconds(5)), address: "test:")
        source.fail(busy)
        await #expect(throws: busy) { try await geocoder.places(at: "Seoul", limit: 1) }
        source.fail(nil)
        #expect(try await geocoder.places(at: "Seoul", limit: 1) == [SamplePlaces.seoul])
    }

    @Test("asks again if the cached response is unreadable")
    func ignoresUnreadableCache() async throws {
        let geocoder = try geocoder()
        _ = try await geocoder.places(at: "Seoul", limit: 1)
        try change(path, "UPDATE geocoding SET places = '[{}]'")
        #expect(try await geocoder.places(at: "Seoul", limit: 1) == [SamplePlaces.seoul])
        #expect(source.requests.count == 2)
    }

    @Test("returns places while another program locks the library")
    func respondsWhileLibraryIsBusy() async throws {
        let library = try SQLiteLibrary(path: path, patience: .milliseconds(20))
        _ = try await geocoder("test", library).places(at: "Springfield", limit: 1)
        let other = try OpenTransaction(path: path)
        let geocoder = try geocoder("test", library)
        #expect(try await geocoder.places(at: "Springfield", limit: 5) == SamplePlaces.springfields)
        #expect(try await geocoder.places(at: "Seoul", limit: 1) == [SamplePlaces.seoul])
        #expect(source.addresses == ["Springfield", "Seoul"])
        try other.end()
    }

    @Test("throws if the library is damaged")
    func throwsIfLibraryIsDamaged() async throws {
        _ = try await geocoder().places(at: "Seoul", limit: 1)
        let root = try await DatabaseQueue(path: path, configuration: .patient).read { db in
            try Int.fetchOne(db, sql: "SELECT rootpage FROM sqlite_master WHERE name = 'geocoding'")
        }
        try checkpoint(path)
        try overwriteBytes(of: path, at: (try #require(root) - 1) * 4_096, with: Data(repeating: 0xFF, count: 4_096))
        let geocoder = try geocoder()
        await #expect(throws: LibraryError.damaged(path: path)) { try await geocoder.places(at: "Seoul", limit: 1) }
    }

    private func questions() throws -> [String] {
        try DatabaseQueue(path: path).read { try String.fetchAll($0, sql: "SELECT address FROM geocoding") }
    }
}

/// Finds 25 places for any text.
private actor ManyPlaces: Geocoder {
    static let count = 25
    private(set) var limits: [Int] = []

    func places(at address: String, limit: Int) async throws -> [Place] {
        limits.append(limit)
        return (1...min(limit, Self.count)).compactMap { number in
            Coordinate(latitude: Double(number), longitude: 0).map { Place(name: "\(number)", coordinate: $0) }
        }
    }
}

@Suite("Rate-limited geocoder")
struct RateLimitedGeocoderTests {
    private let source = CountingGeocoder()
    private let clock = ManualClock()
    private let path: String

    init() throws {
        path = try TemporaryFolder().path("library.sqlite")
    }

    /// Creates another program's geocoder, with the time of `clock`.
    private func geocoder(
        _ server: String = "test", _ library: SQLiteLibrary? = nil, clockSetBack seconds: Double = 0
    ) throws -> RateLimitedGeocoder {
        let clock = clock
        return RateLimitedGeocoder(
            source, server: server, library: try library ?? SQLiteLibrary(path: path), clock: clock,
            now: { Date(timeIntervalSince1970: 1_700_000_000 - seconds + clock.elapsed / .seconds(1)) })
    }

    @Test("asks once per second across programs, the first time at once")
    func asksOncePerSecond() async throws {
        for geocoder in [try geocoder(), try geocoder(), try geocoder()] {
            #expect(try await geocoder.places(at: "Seoul", limit: 1) == [SamplePlaces.seoul])
        }
        #expect(clock.pauses == [.seconds(1), .seconds(1)])
        clock.advance(by: .seconds(60))
        _ = try await geocoder().places(at: "Seoul", limit: 1)
        #expect(clock.pauses.count == 2)
    }

    @Test("waits only for the rest of the second")
    func waitsForRemainingTime() async throws {
        let geocoder = try geocoder()
        _ = try await geocoder.places(at: "Seoul", limit: 1)
        clock.advance(by: .milliseconds(700))
        _ = try await geocoder.places(at: "Seoul", limit: 1)
        #expect(clock.pauses == [.milliseconds(300)])
    }

    @Test("gives each concurrent request its own second")
    func spreadsConcurrentRequests() async throws {
        let (time, sleepless) = (TestTime(), SleeplessClock())
        let libraries = try (0..<3).map { _ in try SQLiteLibrary(path: path, patience: .seconds(60)) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<30 {
                group.addTask {
                    _ = try await RateLimitedGeocoder(
                        source, server: "test", library: libraries[number % 3], clock: sleepless, now: { time.now }
                    ).places(at: "Seoul", limit: 1)
                }
            }
            try await group.waitForAll()
        }
        #expect(sleepless.pauses.sorted() == (1..<30).map { .seconds($0) })
        #expect(source.requests.count == 30)
    }

    @Test("limits each server separately, and only sent requests")
    func limitsEachServer() async throws {
        let geocoders = [try geocoder("a"), try geocoder("b")]
        for geocoder in geocoders { _ = try await geocoder.places(at: "Seoul", limit: 1) }
        for address in ["", " \n"] { #expect(try await geocoders[0].places(at: address, limit: 1) == []) }
        #expect(try await geocoders[0].places(at: "Seoul", limit: 0) == [])
        #expect(clock.pauses == [])
        #expect(source.requests.count == 2)
    }

    @Test("ignores reservations from before the clock was set back")
    func ignoresReservationAfterClockChange() async throws {
        _ = try await geocoder().places(at: "Seoul", limit: 1)
        let geocoder = try geocoder(clockSetBack: 86_400)
        _ = try await geocoder.places(at: "Seoul", limit: 1)
        #expect(clock.pauses == [])
        _ = try await geocoder.places(at: "Seoul", limit: 1)
        #expect(clock.pauses == [.seconds(1)])
    }

    @Test("waits one second and asks if the library is locked")
    func waitsOneSecondIfLocked() async throws {
        let library = try SQLiteLibrary(path: path, patience: .milliseconds(20))
        let geocoder = try geocoder("test", library)
        _ = try await geocoder.places(at: "Seoul", limit: 1)
        clock.advance(by: .seconds(60))
        let other = try OpenTransaction(path: path)
        #expect(try await geocoder.places(at: "Seoul", limit: 1) == [SamplePlaces.seoul])
        #expect(clock.pauses == [.seconds(1)])
        try other.end()
    }

    @Test("returns cached responses without waiting or asking")
    func skipsLimitForCachedResponses() async throws {
        let library = try SQLiteLibrary(path: path)
        let geocoder = CachingGeocoder(try geocoder("test", library), server: "test", library: library) {
            Date(timeIntervalSince1970: 1_700_000_000)
        }
        for _ in 0..<3 { _ = try await geocoder.places(at: "Seoul", limit: 1) }
        #expect(clock.pauses == [])
        _ = try await geocoder.places(at: "nowhere", limit: 1)
        #expect(clock.pauses == [.seconds(1)])
    }

    @Test("stops waiting when its task is cancelled, without asking")
    func cancellationEndsWaiting() async throws {
        let time = TestTime()
        let library = try SQLiteLibrary(path: path)
        let geocoder = RateLimitedGeocoder(
            source, server: "test", library: library, interval: .seconds(86_400), clock: ContinuousClock(),
            now: { time.now })
        _ = try await geocoder.places(at: "Seoul", limit: 1)
        time.advance(by: 86_000)
        let waiting = Task { try await geocoder.places(at: "Seoul", limit: 1) }
        try await waitUntil { try await reservedUntil() >= 1_700_000_000 + 2 * 86_400 }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        #expect(source.requests.count == 1)
    }

    /// The end of the reserved time, in seconds since 1970.
    private func reservedUntil() async throws -> Int {
        try await DatabaseQueue(path: path, configuration: .patient).read { db in
            try Int.fetchOne(db, sql: "SELECT free / 1000 FROM geocoder") ?? 0
        }
    }
}

/// Knows the sample places, records requests, and fails on demand.
final class CountingGeocoder: Geocoder {
    struct Question: Equatable {
        var address: String
        var limit: Int
    }

    private let state = Mutex((requests: [Question](), failure: SourceFailure?.none))
    var requests: [Question] { state.withLock { $0.requests } }
    var addresses: [String] { requests.map(\.address) }

    func fail(_ failure: SourceFailure?) { state.withLock { $0.failure = failure } }

    func places(at address: String, limit: Int) async throws -> [Place] {
        let failure = state.withLock { state in
            state.requests.append(Question(address: address, limit: limit))
            return state.failure
        }
        if let failure { throw failure }
        return Array((SamplePlaces.answers[address.lowercased()] ?? []).prefix(limit))
    }
}
