import FermataDomain

/// The cities that the parts of an address may mean together.
///
/// The earliest part that names a city counts, if that agrees with the countries and states that the other parts name,
/// and with the city after it; else a later one does. Parts that mean nothing, such as a street, are passed over.
struct AddressMatch {
    private static let separators: Set<Character> = [",", "，", "、", "،", ";", "；", "\n", "\r\n", "\r"]
    private static let partLimit = 40
    private let parts: [AddressPart]

    init(_ address: some StringProtocol, in gazetteer: Gazetteer) {
        parts = address.split(maxSplits: Self.partLimit) { Self.separators.contains($0) }
            .prefix(Self.partLimit).map { AddressPart($0, in: gazetteer) }
    }

    /// The likeliest first.
    var cities: [City] {
        for index in parts.indices where canBeCity(index) {
            let cities = goingWithTown(index)
            if !cities.isEmpty { return cities.sorted() }
        }
        return []
    }

    /// The cities of a part that are near to the city after it, or else in the province that is called so.
    ///
    /// `Lagos, Faro` is in Portugal, and in `Ribeirão Preto, São Paulo` a state is meant. All others are venues,
    /// streets and districts that are called as a city elsewhere is: `Olympia, London`, `The Phoenix, Exeter`.
    private func goingWithTown(_ index: Int) -> [City] {
        let cities = agreeing(index)
        for town in parts.indices where town > index && isCityOnly(town) {
            let around = agreeing(town)
            guard !around.isEmpty else { continue }
            let near = cities.filter { city in around.contains { $0.isNear(city) } }
            guard near.isEmpty else { return near }
            return cities.filter { city in parts[town].provinces.contains { $0.contains(city) } }
        }
        return cities
    }

    /// Once a city was named before, `New York` is where that should have been, and not a city itself.
    private func canBeCity(_ index: Int) -> Bool {
        isCityOnly(index) || parts[..<index].allSatisfy { $0.cities.isEmpty }
    }

    private func isCityOnly(_ index: Int) -> Bool {
        !parts[index].cities.isEmpty && parts[index].regions.isEmpty
    }

    /// The cities of a part that agree with the regions after it, and with the mere regions before it.
    private func agreeing(_ index: Int) -> [City] {
        let qualifiers = parts.indices.filter { other in
            other != index && !parts[other].regions.isEmpty && (other > index || parts[other].cities.isEmpty)
        }
        guard !qualifiers.isEmpty else { return parts[index].citiesOfItself }
        return parts[index].cities.filter { city in
            qualifiers.allSatisfy { parts[$0].regions.contains { $0.contains(city) } }
        }
    }
}
