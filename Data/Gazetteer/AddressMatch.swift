import FermataDomain

/// The cities that the parts of an address may mean together.
///
/// The earliest part that names a city counts, if that agrees with the countries and states that the other parts name;
/// else a later one does. Parts that mean nothing, such as a street or a hall, are passed over.
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
            let around = parts.indices.first { $0 > index && isCityOnly($0) }.map(agreeing) ?? []
            let cities = Self.narrowed(agreeing(index), to: around)
            if !cities.isEmpty { return cities.sorted() }
        }
        return []
    }

    /// Those near to a city that is named after them; of a metropolis, those in its country at most.
    ///
    /// `Olympia, London` is a hall in London, not the city of that name; `Norwich, Norfolk` is not in Virginia. In
    /// `Ribeirão Preto, São Paulo` a state is meant; states that are known are not taken for cities, so that in
    /// `The Fillmore, San Francisco` the city is.
    private static func narrowed(_ cities: [City], to around: [City]) -> [City] {
        let near = cities.filter { city in around.contains { $0.isNear(city) } }
        if !near.isEmpty { return near }
        guard let largest = around.min(), largest.isMetropolis else { return cities }
        return cities.filter { $0.region == largest.region.country }
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
