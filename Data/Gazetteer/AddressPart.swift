import FermataDomain

/// What a part of an address, between two commas, may mean: a city, a country, both, or nothing known.
struct AddressPart {
    /// What a name is looked for among, at most.
    private static let wordLimit = 12
    private(set) var cities: [City] = []
    /// The countries and states that its name or code stands for.
    private(set) var regions: [Region] = []
    /// What else is called as its city is: `Paraná` in Brazil.
    private(set) var provinces: [Region] = []
    private var isCode = false

    /// Words with digits are left out where nothing is called by all words: house numbers, postal codes.
    init(_ text: some StringProtocol, in gazetteer: Gazetteer) {
        let key = SortKey(String(text))
        guard !key.isEmpty else { return }
        isCode = key.text.utf8.count <= 3
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

    /// Its cities where nothing else is said: `Jordan` alone is the country, not a place in another one.
    var citiesOfItself: [City] {
        guard !regions.isEmpty, !isCode else { return cities }
        return cities.filter { city in regions.contains { $0.country == city.region.country } }
    }

    /// Those called by all words; where there are none, by the words before a region that they agree with.
    private static func cities(_ words: [Substring], in gazetteer: Gazetteer) -> [City] {
        let named = gazetteer.cities(named: words.joined(separator: " "))
        guard named.isEmpty else { return named }
        for count in (1..<max(1, words.count)).reversed() {
            let regions = gazetteer.regions(named: words.suffix(count).joined(separator: " "))
            guard !regions.isEmpty else { continue }
            let rest = words.dropLast(words.dropLast(count).last == "the" ? count + 1 : count)
            let found = cities(Array(rest), in: gazetteer).filter { city in regions.contains { $0.contains(city) } }
            if !found.isEmpty { return found }
        }
        return []
    }

    /// The letters after the digits of a Dutch postal code look like a country: `1017 SG Amsterdam`.
    private static func withoutPostalCode(_ words: [Substring]) -> [Substring] {
        zip([""] + words, words).filter { !$1.hasDigit && !($0.hasDigit && $1.utf8.count <= 2) }.map(\.1)
    }
}

extension Substring {
    var hasDigit: Bool { utf8.contains { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } }
}
