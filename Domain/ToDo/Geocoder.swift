/// A service that finds the coordinates of addresses.
public protocol Geocoder: Sendable {
    /// Returns up to `limit` places that an address may mean, the likeliest first; none if the address is unknown.
    ///
    /// Throws `SourceFailure` if the service cannot be reached or its response cannot be read.
    func places(at address: String, limit: Int) async throws -> [Place]
}

/// A place found by its address.
public struct Place: Equatable, Sendable {
    /// The full name, which distinguishes places of the same name: `Springfield, Missouri, United States`.
    public var name: String
    public var coordinate: Coordinate
    /// Whether only the town of the address was found; the coordinate is its centre.
    public var isTownOnly: Bool

    public init(name: String, coordinate: Coordinate, isTownOnly: Bool = false) {
        self.name = name
        self.coordinate = coordinate
        self.isTownOnly = isTownOnly
    }
}
