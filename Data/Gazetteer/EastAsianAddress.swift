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
