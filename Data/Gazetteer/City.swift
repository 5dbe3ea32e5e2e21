import FermataDomain
import Foundation

/// A place of the gazetteer.
struct City: Equatable {
    let name: String
    let region: Region
    let coordinate: Coordinate
    let population: Int

    /// Whether it is so large that it is in no province, as metropolitan cities of Korea are.
    var isMetropolis: Bool { population >= 600_000 }

    /// Whether another is so near that one address may name both: 150 km, as from a town to its city.
    func isNear(_ other: City) -> Bool { distance(to: other) < 150 }

    /// In kilometres, along the great circle of a sphere (haversine formula).
    private func distance(to other: City) -> Double {
        let (north, otherNorth) = (coordinate.latitude.radians, other.coordinate.latitude.radians)
        let east = (other.coordinate.longitude - coordinate.longitude).radians
        let chord = pow(sin((otherNorth - north) / 2), 2) + cos(north) * cos(otherNorth) * pow(sin(east / 2), 2)
        return 2 * 6_371 * asin(min(1, chord.squareRoot()))
    }
}

extension City: Comparable {
    /// The larger one comes first; ties break by name, then from south to north and from west to east.
    static func < (lhs: City, rhs: City) -> Bool {
        if lhs.population != rhs.population { return lhs.population > rhs.population }
        if lhs.name != rhs.name { return lhs.name < rhs.name }
        return (lhs.coordinate.latitudeUnits, lhs.coordinate.longitudeUnits)
            < (rhs.coordinate.latitudeUnits, rhs.coordinate.longitudeUnits)
    }
}

/// A country by its code in ISO 3166, or a part of one after a hyphen: `US-MO`.
struct Region: Hashable {
    let code: String

    var country: Region { Region(code: String(code.prefix { $0 != "-" })) }

    func contains(_ city: City) -> Bool { self == city.region || self == city.region.country }
}

extension Double {
    fileprivate var radians: Double { self * .pi / 180 }
}
