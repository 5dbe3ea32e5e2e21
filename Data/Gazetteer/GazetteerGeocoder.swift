public import FermataDomain

/// Finds the city of an address in a table that the program carries; streets and houses are not in it.
///
/// An address is found by its parts: see `AddressMatch`.
public struct GazetteerGeocoder: Geocoder {
    /// Bytes of UTF-8; what is longer is no address.
    private static let addressLimit = 4096
    private let gazetteer = Gazetteer()

    public init() {}

    public func places(at address: String, limit: Int) async throws -> [Place] {
        try Task.checkCancellation()
        guard limit > 0, address.utf8.count <= Self.addressLimit else { return [] }
        return AddressMatch(address, in: gazetteer).cities.prefix(limit).map { city in
            Place(name: gazetteer.fullName(of: city), coordinate: city.coordinate)
        }
    }
}
