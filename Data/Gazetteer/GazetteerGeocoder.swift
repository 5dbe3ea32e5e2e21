public import FermataDomain

/// Finds the city of an address in the built-in gazetteer, which has no streets or houses.
///
/// `AddressMatch` describes the rules.
public struct GazetteerGeocoder: Geocoder {
    private let gazetteer = Gazetteer()

    public init() {}

    public func places(at address: String, limit: Int) async throws -> [Place] {
        try Task.checkCancellation()
        guard limit > 0, address.isPossibleAddress else { return [] }
        return AddressMatch(address, in: gazetteer).cities.prefix(limit).map { city in
            Place(name: gazetteer.fullName(of: city), coordinate: city.coordinate, isTownOnly: true)
        }
    }
}
