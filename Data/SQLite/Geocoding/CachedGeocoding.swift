import FermataDomain
import Foundation
import GRDB

/// A geocoder's response as cached in the table `geocoding`.
struct CachedGeocoding: Sendable {
    let places: [Place]
    /// The requested number of places; a shorter response is complete.
    let requestedCount: Int
    /// The time of the response in milliseconds since 1970.
    let time: Int64

    /// Whether it also satisfies a request for a number of places.
    func suffices(for limit: Int) -> Bool { limit <= requestedCount || places.count < requestedCount }

    /// Returns the cached response; nil if there is none or its text is unreadable.
    static func find(_ question: String, of server: String, in db: Database) throws -> CachedGeocoding? {
        let row = try RawStatement(
            db, "SELECT answer, wanted, answered FROM geocoding WHERE server = :server AND question = :question",
            ["server": .text(server), "question": .text(question)])
        return try row.first { row -> CachedGeocoding? in
            guard let places = StoredPlace.places(in: row.text("answer")) else { return nil }
            return CachedGeocoding(
                places: places, requestedCount: Int(row.integer("wanted")), time: row.integer("answered"))
        }.flatMap { $0 }
    }

    func save(_ question: String, of server: String, in db: Database) throws {
        try RawStatement(
            db,
            """
            INSERT OR REPLACE INTO geocoding(server, question, answer, wanted, answered)
                VALUES (:server, :question, :answer, :wanted, :answered)
            """,
            [
                "server": .text(server), "question": .text(question), "answer": .text(try StoredPlace.text(of: places)),
                "wanted": .integer(Int64(requestedCount)), "answered": .integer(time),
            ]
        ).run()
    }

    /// Deletes the responses up to a time.
    static func delete(until time: Int64, in db: Database) throws {
        try RawStatement(db, "DELETE FROM geocoding WHERE answered <= :time", ["time": .integer(time)]).run()
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
    /// The date in milliseconds since 1970, as the geocoder tables store it.
    var milliseconds: Int64 { Int64(saturating: (timeIntervalSince1970 * 1_000).rounded(.down)) }
}
