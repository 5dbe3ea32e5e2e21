internal import FermataDomain
internal import Foundation
internal import GRDB

/// What a geocoder answered to a question, as it is kept in the table `geocoding`.
struct CachedGeocoding: Sendable {
    let places: [Place]
    /// How many were asked for: fewer answers than that are all there are.
    let wanted: Int
    /// In milliseconds since 1970.
    let answered: Int64

    /// Whether it says all that a question for so many places would bring.
    func suffices(for limit: Int) -> Bool { limit <= wanted || places.count < wanted }

    /// Nil where there is none, or it is not written as this program writes it.
    static func find(_ question: String, of server: String, in db: Database) throws -> CachedGeocoding? {
        let row = try RawStatement(
            db, "SELECT answer, wanted, answered FROM geocoding WHERE server = ? AND question = ?",
            [.text(server), .text(question)])
        return try row.first { row -> CachedGeocoding? in
            guard let places = StoredPlace.places(in: row.text(0)) else { return nil }
            return CachedGeocoding(places: places, wanted: Int(row.integer(1)), answered: row.integer(2))
        }.flatMap { $0 }
    }

    func save(_ question: String, of server: String, in db: Database) throws {
        try RawStatement(
            db, "INSERT OR REPLACE INTO geocoding(server, question, answer, wanted, answered) VALUES (?, ?, ?, ?, ?)",
            [
                .text(server), .text(question), .text(try StoredPlace.text(of: places)), .integer(Int64(wanted)),
                .integer(answered),
            ]
        ).run()
    }

    /// Forgets what was answered until a time.
    static func delete(until time: Int64, in db: Database) throws {
        try RawStatement(db, "DELETE FROM geocoding WHERE answered <= ?", [.integer(time)]).run()
    }
}

/// A place in the JSON that answers are kept in; latitude and longitude are in 1e-7 degree.
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
                isTown: place.isTown)
        }
        return String(decoding: try JSONEncoder().encode(stored), as: UTF8.self)
    }

    private var place: Place? {
        Coordinate(latitudeUnits: latitude, longitudeUnits: longitude)
            .map { Place(name: name, coordinate: $0, isTown: isTown) }
    }
}

extension Date {
    /// In milliseconds since 1970, as the tables of geocoders keep times.
    var milliseconds: Int64 { Int64((timeIntervalSince1970 * 1_000).rounded(.down)) }
}
