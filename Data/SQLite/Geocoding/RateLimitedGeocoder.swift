public import FermataDomain
public import Foundation
import GRDB

/// Limits the requests to a geocoder's server, across all programs that share a library.
///
/// Each request reserves the next free time in the library and waits for it. If the time cannot be stored, it waits
/// for one interval, so that sequential requests still respect the limit.
public struct RateLimitedGeocoder: Geocoder {
    private let source: any Geocoder
    private let server: String
    private let library: SQLiteLibrary
    private let interval: Duration
    private let clock: any Clock<Duration>
    private let now: @Sendable () -> Date

    public init(
        _ source: any Geocoder, server: String, library: SQLiteLibrary, interval: Duration = .seconds(1),
        clock: any Clock<Duration>, now: @escaping @Sendable () -> Date
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
        } catch let error as LibraryError where error.isUnavailable {
            return interval
        }
    }

    /// Reserves the next free time, and returns the milliseconds until then.
    private func reserve(in db: Database) throws -> Int64 {
        let now = now().milliseconds
        let row = try RawStatement(db, "SELECT free FROM geocoder WHERE server = :server", ["server": .text(server)])
        let free = try row.first { $0.integer("free") } ?? now
        let turn = Self.isQueue(from: now, to: free) ? free : now
        try RawStatement(
            db, "INSERT OR REPLACE INTO geocoder(server, free) VALUES (:server, :free)",
            ["server": .text(server), "free": .integer(turn + Int64(interval / .milliseconds(1)))]
        ).run()
        return turn - now
    }

    /// Ignores a reservation more than ten minutes ahead: the clock was set back.
    private static func isQueue(from now: Int64, to free: Int64) -> Bool { (now...now + 600_000).contains(free) }
}

extension LibraryError {
    /// Whether the library is busy, read-only, full or being replaced; geocoders work without it.
    var isUnavailable: Bool {
        switch self {
        case .busy, .cannotOpen, .cannotWrite, .replaced: true
        case .newerVersion, .olderVersion, .damaged: false
        }
    }
}
