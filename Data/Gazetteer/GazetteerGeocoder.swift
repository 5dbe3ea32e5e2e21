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

/// Finds the city in a Korean, Japanese or Chinese address, which starts with the country, the province or the city.
///
/// The city is the longest name at the start. In Hangul, words are separated, so a name is a word, or a word without
/// its ending (`수원` in `수원시`). Han and kana need no spaces.
struct EastAsianAddress {
    private static let nameLimit = 24
    private static let textLimit = 80
    /// Country, province and city.
    private static let levels = 3
    /// Endings for city, ward, town, county and district.
    private static let cityEndings: Set<Character> = [
        "市", "區", "区", "町", "村", "郡", "县", "縣", "州", "시", "군", "구", "읍", "면", "동",
    ]
    private static let provinceEndings: Set<Character> = ["県", "府", "道", "都", "省", "도"]
    /// Short forms of provinces without their ending.
    private static let provinces: Set<Substring> = ["경기", "강원", "충북", "충남", "전북", "전남", "경북", "경남"]
    let gazetteer: Gazetteer

    /// Returns the cities with the longest name at the start of an address of folded words.
    func cities(_ words: [Substring]) -> [City] {
        let text = words.drop { $0.first?.isDigit == true }.joined(separator: " ").prefix(Self.textLimit)
        return text.first?.isEastAsian == true ? cities(text, levels: Self.levels) : []
    }

    private func cities(_ text: Substring, levels: Int) -> [City] {
        guard levels > 0 else { return [] }
        let text = text.drop { $0 == " " }
        for length in (1...Self.nameLimit).reversed() where length <= text.count {
            let (name, remainder) = (text.prefix(length), text.dropFirst(length))
            guard Self.isName(name, before: remainder) else { continue }
            let regions = gazetteer.regions(named: String(name))
            let candidates = regions.isEmpty ? [] : cities(remainder, levels: levels - 1)
            let within = candidates.filter { city in regions.contains { $0.contains(city) } }
            if !within.isEmpty { return within }
            let named = gazetteer.cities(named: String(name))
            let isProvince = remainder.first.map(Self.provinceEndings.contains) ?? false
            if !named.isEmpty, !isProvince { return closer(than: named, name, before: remainder, levels: levels) }
        }
        return Self.province(text).map { inside($0.name, cities($0.remainder, levels: levels - 1)) } ?? []
    }

    /// Returns the city inside a city that is also a province, if it is near: `東京都八王子市` is Hachiōji.
    private func closer(than named: [City], _ name: Substring, before remainder: Substring, levels: Int) -> [City] {
        guard let last = name.last, Self.provinceEndings.contains(last) else { return named }
        let inside = cities(remainder, levels: levels - 1).filter { city in named.contains { $0.isNear(city) } }
        return inside.isEmpty ? named : inside
    }

    /// Returns the cities near the city that a province is named after, if there is one.
    ///
    /// `광주` in a province is not the metropolis of that name, which belongs to no province.
    private func inside(_ province: Substring, _ cities: [City]) -> [City] {
        let capitals = gazetteer.cities(named: String(province))
        let near = cities.filter { city in capitals.contains { $0.isNear(city) } }
        return near.isEmpty ? cities.filter { $0.name != "Gwangju" || !$0.isMetropolis } : near
    }

    /// Whether a name ends at a boundary of words or endings.
    private static func isName(_ name: Substring, before remainder: Substring) -> Bool {
        guard let last = name.last, last != " " else { return false }
        guard let next = remainder.first else { return true }
        if next == " " || next.isDigit || cityEndings.contains(next) || cityEndings.contains(last) { return true }
        return name.count > 1 && !last.isHangul
    }

    /// Returns a province (at least two characters and its ending) and the text after it; nil if there is none.
    private static func province(_ text: Substring) -> (name: Substring, remainder: Substring)? {
        let word = text.prefix { $0 != " " }
        if word.last?.isHangul == true {
            let isProvince = word.last == "도" || provinces.contains(word)
            return isProvince ? (word, text.dropFirst(word.count)) : nil
        }
        let ending = word.indices.dropFirst(2).first { provinceEndings.contains(word[$0]) }
        return ending.map { (word[..<$0], text[text.index(after: $0)...]) }
    }
}

extension Character {
    /// Whether this is an ASCII digit. Numerals such as `三` are letters of names.
    fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
    fileprivate var isHangul: Bool { ("\u{AC00}"..."\u{D7A3}").contains(self) }

    /// Hangul, kana or Han.
    fileprivate var isEastAsian: Bool {
        isHangul || ("\u{3041}"..."\u{30FF}").contains(self) || ("\u{3400}"..."\u{4DBF}").contains(self)
            || ("\u{4E00}"..."\u{9FFF}").contains(self)
    }
}
