import FermataContracts
import FermataData
import FermataDomain
import Foundation
import GRDB
import TestTraits
import Testing

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
