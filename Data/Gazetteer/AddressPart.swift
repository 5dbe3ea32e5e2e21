import FermataDomain

/// The possible meanings of a part of an address, between two commas: a city, a country, both or neither.
struct AddressPart {
    /// The largest number of words that are searched as a name.
    private static let wordLimit = 12
    private(set) var cities: [City] = []
    /// The countries and states with this name or code.
    private(set) var regions: [Region] = []
    /// Provinces elsewhere with the name of the city: `Paraná` in Brazil.
    private(set) var provinces: [Region] = []
    private let isCode: Bool

    /// Searches for all words, then without words with digits (house numbers, postal codes).
    init(_ text: some StringProtocol, in gazetteer: Gazetteer) {
        let key = SortKey(String(text))
        isCode = key.text.utf8.count <= 3
        guard !key.isEmpty else { return }
        let words = key.text.split(separator: " ")
        let forms = [words, words.filter { !$0.hasDigit }, Self.withoutPostalCode(words)]
        for form in forms where !form.isEmpty && form.count <= Self.wordLimit {
            let name = form.joined(separator: " ")
            if cities.isEmpty { cities = Self.cities(form, in: gazetteer) }
            if regions.isEmpty { regions = gazetteer.regions(named: name) }
            if provinces.isEmpty { provinces = gazetteer.provinces(named: name) }
        }
        if cities.isEmpty, regions.isEmpty {
            cities = EastAsianAddress(gazetteer: gazetteer).cities(words)
        }
    }

    /// The cities if no other part names a region: `Jordan` alone is the country, not a city in another one.
    var unqualifiedCities: [City] {
        guard !regions.isEmpty, !isCode else { return cities }
        return cities.filter { city in regions.contains { $0.country == city.region.country } }
    }

    /// The cities named by all words, or else those named by the words before the name of their region.
    private static func cities(_ words: [Substring], in gazetteer: Gazetteer) -> [City] {
        let named = gazetteer.cities(named: words.joined(separator: " "))
        guard named.isEmpty else { return named }
        for count in stride(from: words.count - 1, to: 0, by: -1) {
            let regions = gazetteer.regions(named: words.suffix(count).joined(separator: " "))
            guard !regions.isEmpty else { continue }
            let cityWords = words.dropLast(words.dropLast(count).last == "the" ? count + 1 : count)
            let cities = cities(Array(cityWords), in: gazetteer)
                .filter { city in regions.contains { $0.contains(city) } }
            if !cities.isEmpty { return cities }
        }
        return []
    }

    /// Removes the letters of Dutch postal codes, which look like a country's code: `1017 SG Amsterdam`.
    private static func withoutPostalCode(_ words: [Substring]) -> [Substring] {
        zip([""] + words, words).filter { !$1.hasDigit && !($0.hasDigit && $1.utf8.count <= 2) }.map(\.1)
    }
}

extension Substring {
    var hasDigit: Bool { utf8.contains { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } }
}
