import COutlines
public import FermataDomain

/// Provides Natural Earth's outlines of the world and the towns of the gazetteer, which are part of the program.
public struct NaturalEarthRepository: OutlineRepository {
    private static let unitsPerStep = Coordinate.unitsPerDegree / 100

    /// Some 10,000 points, decoded on first use.
    private static let all = Outlines(
        rings: lines(outline_rings()).map(ring), cities: lines(outline_cities()).compactMap(city))

    public init() {}

    public func outlines() -> Outlines { Self.all }

    /// O(n) for the n towns of the gazetteer, which are decoded on first use.
    public func towns(around centre: Coordinate, latitude: Double, longitude: Double) -> [Outlines.City] {
        Gazetteer.allCities.filter { city in
            let east = (city.coordinate.longitude - centre.longitude).magnitude
            let north = (city.coordinate.latitude - centre.latitude).magnitude
            return north <= latitude && min(east, 360 - east) <= longitude
        }.sorted().map { Outlines.City(name: $0.name, coordinate: $0.coordinate) }
    }

    private static func lines(_ table: outline_table) -> [[Substring]] {
        UnsafeBufferPointer(start: table.bytes, count: table.size).split(separator: UInt8(ascii: "\n"))
            .map { String(decoding: $0, as: UTF8.self).split(separator: "\t") }
    }

    private static func ring(_ fields: [Substring]) -> [Coordinate] {
        let numbers = fields.compactMap { Int($0) }
        var (east, north) = (0, 0)
        return stride(from: 0, to: numbers.count - 1, by: 2).compactMap { index in
            east += numbers[index]
            north += numbers[index + 1]
            return coordinate(east, north)
        }
    }

    private static func city(_ fields: [Substring]) -> Outlines.City? {
        guard fields.count == 3, let east = Int(fields[0]), let north = Int(fields[1]) else { return nil }
        return coordinate(east, north).map { Outlines.City(name: String(fields[2]), coordinate: $0) }
    }

    private static func coordinate(_ east: Int, _ north: Int) -> Coordinate? {
        Coordinate(latitudeUnits: north * unitsPerStep, longitudeUnits: east * unitsPerStep)
    }
}
