import CGazetteer
import FermataDomain
import Foundation

/// Looks up the built-in cities and regions by names folded with `SortKey`.
struct Gazetteer {
    private let names = SortedLines(GazetteerTable.names)
    private let places = SortedLines(GazetteerTable.places)
    private let regions = SortedLines(GazetteerTable.regions)
    private let provinces = SortedLines(GazetteerTable.provinces)
    private let regionNames = SortedLines(GazetteerTable.regionNames)

    func cities(named key: String) -> [City] {
        let bearers = names.fields(of: key)?.first?.split(separator: " ") ?? []
        return bearers.compactMap { places.fields(of: String($0)).flatMap(City.init(fields:)) }
    }

    /// All cities, decoded on first use: some 34,000.
    static let allCities = GazetteerTable.places.split(separator: UInt8(ascii: "\n")).compactMap { line in
        City(fields: String(decoding: line, as: UTF8.self).split(separator: "\t").dropFirst())
    }

    /// The regions with a name or code: `de` is Germany, and Delaware.
    func regions(named key: String) -> [Region] { Self.regions(key, in: regions) }

    /// The parts of countries with the name of a city elsewhere: `Paraná` is in Brazil, and a city in Argentina.
    func provinces(named key: String) -> [Region] { Self.regions(key, in: provinces) }

    private static func regions(_ key: String, in table: SortedLines) -> [Region] {
        let codes = table.fields(of: key)?.first?.split(separator: " ") ?? []
        return codes.map { Region(code: String($0)) }
    }

    /// The city's name with its country, and its state in the United States: `Springfield, Missouri, United States`.
    func fullName(of city: City) -> String {
        let country = city.region.country
        let state = country.code == "US" && city.region != country ? city.region : nil
        return ([city.name] + [state, country].compactMap { $0.flatMap(name) }).joined(separator: ", ")
    }

    private func name(of region: Region) -> String? {
        regionNames.fields(of: region.code)?.first.map(String.init)
    }
}

extension City {
    fileprivate init?(fields: some Collection<Substring>) {
        let fields = Array(fields)
        guard fields.count == 5, let latitude = Double(fields[2]), let longitude = Double(fields[3]),
            let coordinate = Coordinate(latitude: latitude, longitude: longitude), let population = Int(fields[4])
        else { return nil }
        self.init(
            name: String(fields[0]), region: Region(code: String(fields[1])), coordinate: coordinate,
            population: population)
    }
}

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

/// A table of lines that start with a key and a tab, sorted by the bytes of their keys.
///
/// Finds a line in O(log n) by binary search, without copying or reading the other lines.
struct SortedLines {
    private static let tab = UInt8(ascii: "\t")
    private static let newline = UInt8(ascii: "\n")
    /// Safe to share: the program never writes these bytes.
    private nonisolated(unsafe) let bytes: UnsafeBufferPointer<UInt8>

    /// Creates a table over bytes that stay valid as long as the program runs.
    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    /// Returns the fields after a line's key, or nil if no line has this key.
    func fields(of key: String) -> [Substring]? {
        let key = Array(key.utf8)
        var low = bytes.startIndex
        var high = bytes.endIndex
        while low < high {
            let line = line(around: low + (high - low) / 2)
            let lineKey = bytes[line].prefix { $0 != Self.tab }
            if lineKey.elementsEqual(key) { return Self.fields(bytes[line].dropFirst(key.count + 1)) }
            if lineKey.lexicographicallyPrecedes(key) { low = line.upperBound + 1 } else { high = line.lowerBound }
        }
        return nil
    }

    /// Returns the range of the line that includes a byte, without its newline.
    private func line(around index: Int) -> Range<Int> {
        var start = index
        while start > bytes.startIndex, bytes[start - 1] != Self.newline { start -= 1 }
        var end = index
        while end < bytes.endIndex, bytes[end] != Self.newline { end += 1 }
        return start..<end
    }

    private static func fields(_ line: Slice<UnsafeBufferPointer<UInt8>>) -> [Substring] {
        String(decoding: line, as: UTF8.self).split(separator: "\t", omittingEmptySubsequences: false)
    }
}

/// Cities of at least 15,000 people with their names, and countries with theirs.
///
/// The bytes of each table are part of the program: reading one copies nothing. `gazetteer.h` describes the fields.
package enum GazetteerTable {
    package static var names: UnsafeBufferPointer<UInt8> { buffer(gazetteer_names()) }
    package static var places: UnsafeBufferPointer<UInt8> { buffer(gazetteer_places()) }
    package static var regions: UnsafeBufferPointer<UInt8> { buffer(gazetteer_regions()) }
    package static var provinces: UnsafeBufferPointer<UInt8> { buffer(gazetteer_provinces()) }
    package static var regionNames: UnsafeBufferPointer<UInt8> { buffer(gazetteer_region_names()) }

    private static func buffer(_ table: gazetteer_table) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: table.bytes, count: table.size)
    }
}
