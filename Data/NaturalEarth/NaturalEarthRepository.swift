public import FermataDomain

/// The outlines of Natural Earth that are part of the program.
public struct NaturalEarthRepository: OutlineRepository {
    private static let unitsPerStep = Coordinate.unitsPerDegree / 100

    /// Some 10,000 points, read when they are first asked for.
    private static let all = Outlines(
        rings: OutlineTable.rings.split(separator: "\n").map(ring),
        cities: OutlineTable.cities.split(separator: "\n").compactMap(city))

    public init() {}

    public func outlines() -> Outlines { Self.all }

    private static func ring(_ line: Substring) -> [Coordinate] {
        let numbers = line.split(separator: " ").compactMap { Int($0) }
        var (east, north) = (0, 0)
        return stride(from: 0, to: numbers.count - 1, by: 2).compactMap { place in
            east += numbers[place]
            north += numbers[place + 1]
            return coordinate(east, north)
        }
    }

    private static func city(_ line: Substring) -> Outlines.City? {
        let parts = line.split(separator: " ", maxSplits: 2)
        guard parts.count == 3, let east = Int(parts[0]), let north = Int(parts[1]) else { return nil }
        return coordinate(east, north).map { Outlines.City(name: String(parts[2]), coordinate: $0) }
    }

    private static func coordinate(_ east: Int, _ north: Int) -> Coordinate? {
        Coordinate(latitudeUnits: north * unitsPerStep, longitudeUnits: east * unitsPerStep)
    }
}
