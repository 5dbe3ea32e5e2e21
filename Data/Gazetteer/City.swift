import FermataDomain
import Foundation

/// A city in the gazetteer.
struct City: Equatable {
    let name: String
    let region: Region
    let coordinate: Coordinate
    let population: Int

    /// Whether the city is large enough to belong to no province, as metropolitan cities of Korea.
    var isMetropolis: Bool { population >= 600_000 }

    /// Whether one address may name both cities, as a town and its city: less than 150 km apart.
    func isNear(_ other: City) -> Bool { distance(to: other) < 150 }

    /// The distance in kilometres along a great circle (haversine formula).
    private func distance(to other: City) -> Double {
        let (north, otherNorth) = (coordinate.latitude.radians, other.coordinate.latitude.radians)
        let east = (other.coordinate.longitude - coordinate.longitude).radians
        let chord = pow(sin((otherNorth - north) / 2), 2) + cos(north) * cos(otherNorth) * pow(sin(east / 2), 2)
        return 2 * 6_371 * asin(min(1, chord.squareRoot()))
    }
}

extension City: Comparable {
    /// Orders by descending population, then by name, from south to north and from west to east.
    static func < (lhs: City, rhs: City) -> Bool {
        if lhs.population != rhs.population { return lhs.population > rhs.population }
        if lhs.name != rhs.name { return lhs.name < rhs.name }
        return (lhs.coordinate.latitudeUnits, lhs.coordinate.longitudeUnits)
            < (rhs.coordinate.latitudeUnits, rhs.coordinate.longitudeUnits)
    }
}

/// The ISO 3166 code of a country, or of a part of one after a hyphen: `US-MO`.
struct Region: Hashable {
    let code: String

    var country: Region { Region(code: String(code.prefix { $0 != "-" })) }

    func contains(_ city: City) -> Bool { self == city.region || self == city.region.country }
}

extension Double {
    fileprivate var radians: Double { self * .pi / 180 }
}
