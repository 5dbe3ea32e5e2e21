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

/// The result of looking up an address.
public enum GeocodingResult: Equatable, Sendable {
    /// No address was looked up.
    case notRequested
    case found(Place, others: [Place])
    case notFound
    /// The geocoder could not be reached, or its response could not be read.
    case failed(SourceFailure)

    public var place: Place? { if case .found(let place, _) = self { place } else { nil } }
}

extension Geocoder {
    private static var placesLimit: Int { 5 }

    /// Looks up an address unless it is blank or a coordinate; returns failures of the geocoder.
    func geocoding(of address: String) async throws -> GeocodingResult {
        guard !address.isBlank else { return .notRequested }
        if let coordinate = Coordinate(address) {
            let name = "\(coordinate.latitudeText), \(coordinate.longitudeText)"
            return .found(Place(name: name, coordinate: coordinate), others: [])
        }
        do {
            let places = try await places(at: address, limit: Self.placesLimit)
            guard let place = places.first else { return .notFound }
            return .found(place, others: Array(places.dropFirst()))
        } catch let failure as SourceFailure {
            return .failed(failure)
        }
    }
}

extension Location {
    /// Creates a place as entered, named by its address if its name is blank; nil if both are blank.
    init?(place: String, address: String, found: Place?) {
        guard let name = [place, address].first(where: { !$0.isBlank }) else { return nil }
        self.init(
            name: name, address: address.isBlank ? nil : address, coordinate: found?.coordinate,
            isTownOnly: found?.isTownOnly ?? false)
    }
}
