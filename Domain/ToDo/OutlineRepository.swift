/// The outlines of countries and towns, for maps of large areas.
public protocol OutlineRepository: Sendable {
    /// Returns the outlines of all countries and the largest cities.
    func outlines() -> Outlines

    /// Returns the towns that are at most some degrees of latitude and longitude from a coordinate, the largest first.
    func towns(around centre: Coordinate, latitude: Double, longitude: Double) -> [Outlines.City]
}

/// Outlines of land, and cities.
public struct Outlines: Equatable, Sendable {
    /// Closed rings: the last coordinate equals the first.
    public var rings: [[Coordinate]]
    public var cities: [City]

    public init(rings: [[Coordinate]], cities: [City]) {
        self.rings = rings
        self.cities = cities
    }

    /// A city that a map names.
    public struct City: Equatable, Sendable {
        public var name: String
        public var coordinate: Coordinate

        public init(name: String, coordinate: Coordinate) {
            self.name = name
            self.coordinate = coordinate
        }
    }
}
