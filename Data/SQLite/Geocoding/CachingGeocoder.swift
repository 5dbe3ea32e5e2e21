public import FermataDomain
public import Foundation

/// Caches a geocoder's responses in the library for a while.
///
/// Empty responses are cached, too.
/// Returns responses even if the library is busy, full or read-only; throws if it is damaged.
public struct CachingGeocoder: Geocoder {
    /// The number of places that are always requested, so that later requests for more are cached.
    private static let minimumRequestCount = 10
    private let source: any Geocoder
    private let server: String
    private let library: SQLiteLibrary
    private let lifetime: Duration
    private let now: @Sendable () -> Date

    /// `server` separates the responses of several geocoders, or of one in several languages.
    public init(
        _ source: any Geocoder, server: String, library: SQLiteLibrary, lifetime: Duration = .seconds(7 * 86_400),
        now: @escaping @Sendable () -> Date
    ) {
        self.source = source
        self.server = server
        self.library = library
        self.lifetime = lifetime
        self.now = now
    }

    public func places(at address: String, limit: Int) async throws -> [Place] {
        try Task.checkCancellation()
        guard limit > 0, address.isPossibleAddress else { return [] }
        let question = address.trimmingCharacters(in: .whitespacesAndNewlines)
        if let cached = try await cached(question), cached.suffices(for: limit) {
            return Array(cached.places.prefix(limit))
        }
        let count = max(limit, Self.minimumRequestCount)
        let places = try await source.places(at: address, limit: count)
        try await store(CachedGeocoding(places: places, requestedCount: count, time: now().milliseconds), for: question)
        return Array(places.prefix(limit))
    }

    /// A cached response that is within its lifetime and not from the future.
    private func cached(_ question: String) async throws -> CachedGeocoding? {
        let now = now().milliseconds
        let oldest = now.subtractingReportingOverflow(lifetime.millisecondCount)
        return try await ignoringUnavailableLibrary {
            try await library.read { [server] db in
                try CachedGeocoding.find(question, of: server, in: db)
                    .flatMap { $0.time <= now && (oldest.overflow || $0.time > oldest.partialValue) ? $0 : nil }
            }
        }.flatMap { $0 }
    }

    private func store(_ response: CachedGeocoding, for question: String) async throws {
        let oldest = response.time - lifetime.millisecondCount
        try await ignoringUnavailableLibrary {
            try await library.write { [server] db in
                try CachedGeocoding.delete(until: oldest, in: db)
                try response.save(question, of: server, in: db)
            }
        }
    }

    /// Returns nil if the library cannot be used now.
    private func ignoringUnavailableLibrary<Value>(_ body: () async throws -> Value) async throws -> Value? {
        do { return try await body() } catch let error as LibraryError where error.isUnavailable { return nil }
    }
}
