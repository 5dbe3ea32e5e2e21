public import FermataDomain
public import Foundation
import GRDB

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
        let address = address.trimmingCharacters(in: .whitespacesAndNewlines)
        if let cached = try await cached(address), cached.suffices(for: limit) {
            return Array(cached.places.prefix(limit))
        }
        let count = max(limit, Self.minimumRequestCount)
        let places = try await source.places(at: address, limit: count)
        try await store(CachedGeocoding(places: places, requestedCount: count, time: now().milliseconds), for: address)
        return Array(places.prefix(limit))
    }

    /// A cached response that is within its lifetime and not from the future.
    private func cached(_ address: String) async throws -> CachedGeocoding? {
        let now = now().milliseconds
        let oldest = now.subtractingReportingOverflow(lifetime.millisecondCount)
        return try await ignoringUnavailableLibrary {
            try await library.read { [server] db in
                try CachedGeocoding.find(address, of: server, in: db)
                    .flatMap { $0.time <= now && (oldest.overflow || $0.time > oldest.partialValue) ? $0 : nil }
            }
        }.flatMap { $0 }
    }

    private func store(_ response: CachedGeocoding, for address: String) async throws {
        let oldest = response.time - lifetime.millisecondCount
        try await ignoringUnavailableLibrary {
            try await library.write { [server] db in
                try CachedGeocoding.delete(until: oldest, in: db)
                try response.save(address, of: server, in: db)
            }
        }
    }

    /// Returns nil if the library cannot be used now.
    private func ignoringUnavailableLibrary<Value>(_ body: () async throws -> Value) async throws -> Value? {
        do { return try await body() } catch let error as LibraryError where error.isUnavailable { return nil }
    }
}

/// A geocoder's response as cached in the table `geocoding`.
private struct CachedGeocoding: Sendable {
    let places: [Place]
    /// The requested number of places; a shorter response is complete.
    let requestedCount: Int
    /// The time of the response in milliseconds since 1970.
    let time: Int64

    /// Whether it also satisfies a request for a number of places.
    func suffices(for limit: Int) -> Bool { limit <= requestedCount || places.count < requestedCount }

    /// Returns the cached response; nil if there is none or its text is unreadable.
    static func find(_ address: String, of server: String, in db: Database) throws -> CachedGeocoding? {
        let row = try RawStatement(
            db, "SELECT places, count, time FROM geocoding WHERE server = :server AND address = :address",
            ["server": .text(server), "address": .text(address)])
        return try row.first { row -> CachedGeocoding? in
            guard let places = StoredPlace.places(in: row.text("places")) else { return nil }
            return CachedGeocoding(
                places: places, requestedCount: Int(row.integer("count")), time: row.integer("time"))
        }.flatMap { $0 }
    }

    func save(_ address: String, of server: String, in db: Database) throws {
        try RawStatement(
            db,
            """
            INSERT OR REPLACE INTO geocoding(server, address, places, count, time)
                VALUES (:server, :address, :places, :count, :time)
            """,
            [
                "server": .text(server), "address": .text(address), "places": .text(try StoredPlace.text(of: places)),
                "count": .integer(Int64(requestedCount)), "time": .integer(time),
            ]
        ).run()
    }

    /// Deletes the responses up to a time.
    static func delete(until time: Int64, in db: Database) throws {
        try RawStatement(db, "DELETE FROM geocoding WHERE time <= :time", ["time": .integer(time)]).run()
    }
}

/// A place in the cached JSON; latitude and longitude are in units of 1e-7 degree.
private struct StoredPlace: Codable {
    let name: String
    let latitude: Int
    let longitude: Int
    let isTown: Bool

    static func places(in text: String) -> [Place]? {
        guard let stored = try? JSONDecoder().decode([StoredPlace].self, from: Data(text.utf8)) else { return nil }
        let places = stored.compactMap(\.place)
        return places.count == stored.count ? places : nil
    }

    static func text(of places: [Place]) throws -> String {
        let stored = places.map { place in
            StoredPlace(
                name: place.name, latitude: place.coordinate.latitudeUnits, longitude: place.coordinate.longitudeUnits,
                isTown: place.isTownOnly)
        }
        return String(decoding: try JSONEncoder().encode(stored), as: UTF8.self)
    }

    private var place: Place? {
        Coordinate(latitudeUnits: latitude, longitudeUnits: longitude)
            .map { Place(name: name, coordinate: $0, isTownOnly: isTown) }
    }
}

extension Date {
    /// The date in milliseconds since 1970, rounded down, as tables store it.
    var milliseconds: Int64 { Int64(saturating: (timeIntervalSince1970 * 1_000).rounded(.down)) }
}
