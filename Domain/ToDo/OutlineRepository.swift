/// The shapes of the world's countries, for maps of a large part of it.
public protocol OutlineRepository: Sendable {
    /// Every ring of every country's outline, and the largest cities.
    func outlines() -> Outlines
}

/// Rings of land and the cities on it.
public struct Outlines: Equatable, Sendable {
    /// Each ring ends where it began.
    public var rings: [[Coordinate]]
    public var cities: [City]

    public init(rings: [[Coordinate]], cities: [City]) {
        self.rings = rings
        self.cities = cities
    }

    public struct City: Equatable, Sendable {
        public var name: String
        public var coordinate: Coordinate

        public init(name: String, coordinate: Coordinate) {
            self.name = name
            self.coordinate = coordinate
        }
    }
}
