/// Whoever knows where addresses are.
public protocol Geocoder: Sendable {
    /// The places that an address may mean, the likeliest first, `limit` at the most.
    ///
    /// There are none where it is not found.
    /// Throws `SourceFailure` where nobody could be asked or the answer could not be read.
    func places(at address: String, limit: Int) async throws -> [Place]
}

/// A place that was found by its address.
public struct Place: Equatable, Sendable {
    /// Its name in full, so that it can be told from others: `Springfield, Missouri, United States`.
    public var name: String
    public var coordinate: Coordinate
    /// Whether it is a whole town, of which the coordinate is the middle.
    public var isTown: Bool

    public init(name: String, coordinate: Coordinate, isTown: Bool = false) {
        self.name = name
        self.coordinate = coordinate
        self.isTown = isTown
    }
}
