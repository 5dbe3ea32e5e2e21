import FermataDomain

/// Finds the cities that the parts of an address mean together.
///
/// It chooses the first part that names a city, if the city matches the countries and states that the other parts
/// name and the city after it; otherwise a later part. Parts without a meaning, such as streets, are skipped.
struct AddressMatch {
    private static let separators: Set<Character> = [",", "，", "、", "،", ";", "；", "\n", "\r\n", "\r"]
    private static let partLimit = 40
    private let parts: [AddressPart]

    init(_ address: some StringProtocol, in gazetteer: Gazetteer) {
        parts = address.split(maxSplits: Self.partLimit) { Self.separators.contains($0) }
            .prefix(Self.partLimit).map { AddressPart($0, in: gazetteer) }
    }

    /// The cities, the most likely first.
    var cities: [City] {
        for index in parts.indices where canBeCity(index) {
            let cities = citiesMatchingTown(index)
            if !cities.isEmpty { return cities.sorted() }
        }
        return []
    }

    /// The cities of a part that are near the city after it, or else in the province of that name.
    ///
    /// `Lagos, Faro` is in Portugal, and `Ribeirão Preto, São Paulo` names a state. All others are venues, streets and
    /// districts with the name of a city elsewhere: `Olympia, London`, `The Phoenix, Exeter`.
    private func citiesMatchingTown(_ index: Int) -> [City] {
        let cities = citiesMatchingRegions(index)
        for town in parts.indices where town > index && isCityOnly(town) {
            let towns = citiesMatchingRegions(town)
            guard !towns.isEmpty else { continue }
            let near = cities.filter { city in towns.contains { $0.isNear(city) } }
            guard near.isEmpty else { return near }
            return cities.filter { city in parts[town].provinces.contains { $0.contains(city) } }
        }
        return cities
    }

    /// Whether a part may be the city. After a part that names a city, `New York` is its state and not a city.
    private func canBeCity(_ index: Int) -> Bool {
        isCityOnly(index) || parts[..<index].allSatisfy { $0.cities.isEmpty }
    }

    private func isCityOnly(_ index: Int) -> Bool {
        !parts[index].cities.isEmpty && parts[index].regions.isEmpty
    }

    /// The cities of a part inside the regions after it, and inside those before it that are not cities.
    private func citiesMatchingRegions(_ index: Int) -> [City] {
        let qualifiers = parts.indices.filter { other in
            !parts[other].regions.isEmpty && (other > index || parts[other].cities.isEmpty)
        }
        guard !qualifiers.isEmpty else { return parts[index].unqualifiedCities }
        return parts[index].cities.filter { city in
            qualifiers.allSatisfy { parts[$0].regions.contains { $0.contains(city) } }
        }
    }
}
