/// A named place with its address and coordinate, if known.
public struct Location: Hashable, Sendable {
    public var name: String
    /// The address as entered.
    public var address: String?
    public var coordinate: Coordinate?
    /// Whether only the town of the address is known; the coordinate is its centre.
    public var isTownOnly: Bool

    public init(name: String, address: String? = nil, coordinate: Coordinate? = nil, isTownOnly: Bool = false) {
        self.name = name
        self.address = address
        self.coordinate = coordinate
        self.isTownOnly = isTownOnly
    }

    /// Returns this place with the values that only the other one has; nil if they are different places.
    ///
    /// Places with the same name are the same if one of them has no coordinate, or if they have the same coordinate and
    /// no different addresses. An address with a coordinate replaces one without.
    func merging(_ other: Location) -> Location? {
        guard name == other.name else { return nil }
        var location = self
        location.address = address ?? other.address
        guard let point = other.coordinate else { return location }
        if coordinate == nil {
            location.address = other.address ?? address
            (location.coordinate, location.isTownOnly) = (point, other.isTownOnly)
            return location
        }
        guard coordinate == point, address == nil || other.address == nil || address == other.address else {
            return nil
        }
        location.isTownOnly = isTownOnly || other.isTownOnly
        return location
    }
}
