public import FermataDomain
public import Foundation
internal import GRDB

/// Asks a geocoder no more often than its server allows, over all programs that share a library.
///
/// Each question reserves the next free time in the library, and waits for it. Where that cannot be noted, it waits
/// for a whole interval: who asks one after the other keeps to the pace all the same.
public struct RateLimitedGeocoder: Geocoder {
    private let source: any Geocoder
    private let server: String
    private let library: SQLiteLibrary
    private let interval: Duration
    private let clock: any Clock<Duration>
    private let now: @Sendable () -> Date

    public init(
        _ source: any Geocoder, server: String, library: SQLiteLibrary, interval: Duration = .seconds(1),
        clock: any Clock<Duration> = ContinuousClock(), now: @escaping @Sendable () -> Date
    ) {
        self.source = source
        self.server = server
        self.library = library
        self.interval = interval
        self.clock = clock
        self.now = now
    }

    public func places(at address: String, limit: Int) async throws -> [Place] {
        try Task.checkCancellation()
        guard limit > 0, address.isPossibleAddress else { return [] }
        let pause = try await pause()
        if pause > .zero { try await clock.sleep(for: pause) }
        return try await source.places(at: address, limit: limit)
    }

    private func pause() async throws -> Duration {
        do {
            return .milliseconds(try await library.write { [self] db in try reserve(in: db) })
        } catch let error as LibraryError where error.leavesAnswersGood {
            return interval
        }
    }

    /// How many milliseconds it is to the time that is reserved.
    private func reserve(in db: Database) throws -> Int64 {
        let now = now().milliseconds
        let row = try RawStatement(db, "SELECT free FROM geocoder WHERE server = ?", [.text(server)])
        let free = try row.first { $0.integer(0) } ?? now
        let turn = Self.isQueue(from: now, to: free) ? free : now
        try RawStatement(
            db, "INSERT OR REPLACE INTO geocoder(server, free) VALUES (?, ?)",
            [.text(server), .integer(turn + Int64(interval / .milliseconds(1)))]
        ).run()
        return turn - now
    }

    /// A time further ahead than ten minutes was not reserved by others that wait: a clock was set back.
    private static func isQueue(from now: Int64, to free: Int64) -> Bool { (now...now + 600_000).contains(free) }
}
