/// A Korean, Japanese or Chinese address: it begins with the country, the province or the city.
///
/// The city is the longest name that it begins with. Hangul is written in words, so that a name there is a word, or a
/// word but for what it is (`수원` in `수원시`); Han and kana need no spaces.
struct EastAsianAddress {
    private static let nameLimit = 24
    private static let textLimit = 80
    /// The country, the province and the city.
    private static let levels = 3
    /// City, ward, town, county, district.
    private static let cityEndings: Set<Character> = [
        "市", "區", "区", "町", "村", "郡", "县", "縣", "州", "시", "군", "구", "읍", "면", "동",
    ]
    private static let provinceEndings: Set<Character> = ["県", "府", "道", "都", "省", "도"]
    /// As people write them without their ending.
    private static let provinces: Set<Substring> = ["경기", "강원", "충북", "충남", "전북", "전남", "경북", "경남"]
    let gazetteer: Gazetteer

    /// The cities that an address of folded words begins with, by the longest name.
    func cities(_ words: [Substring]) -> [City] {
        let text = words.drop { $0.first?.isDigit == true }.joined(separator: " ").prefix(Self.textLimit)
        return text.first?.isEastAsian == true ? cities(text, levels: Self.levels) : []
    }

    private func cities(_ text: Substring, levels: Int) -> [City] {
        guard levels > 0 else { return [] }
        let text = text.drop { $0 == " " }
        for length in (1...Self.nameLimit).reversed() where length <= text.count {
            let (name, rest) = (text.prefix(length), text.dropFirst(length))
            guard Self.isName(name, before: rest) else { continue }
            let regions = gazetteer.regions(named: String(name))
            let inside = regions.isEmpty ? [] : cities(rest, levels: levels - 1)
            let within = inside.filter { city in regions.contains { $0.contains(city) } }
            if !within.isEmpty { return within }
            let named = gazetteer.cities(named: String(name))
            let isProvince = rest.first.map(Self.provinceEndings.contains) ?? false
            if !named.isEmpty, !isProvince { return closer(than: named, name, before: rest, levels: levels) }
        }
        return Self.province(text).map { inside($0.name, cities($0.rest, levels: levels - 1)) } ?? []
    }

    /// What follows a city that is a province too, where that is a city near to it: `東京都八王子市` is Hachiōji.
    private func closer(than named: [City], _ name: Substring, before rest: Substring, levels: Int) -> [City] {
        guard let last = name.last, Self.provinceEndings.contains(last) else { return named }
        let inside = cities(rest, levels: levels - 1).filter { city in named.contains { $0.isNear(city) } }
        return inside.isEmpty ? named : inside
    }

    /// Those near to the city that a province is named after, if it is named after one.
    ///
    /// `광주` in a province is not the metropolis of that name, which is in none.
    private func inside(_ province: Substring, _ cities: [City]) -> [City] {
        let capitals = gazetteer.cities(named: String(province))
        let near = cities.filter { city in capitals.contains { $0.isNear(city) } }
        return near.isEmpty ? cities.filter { $0.name != "Gwangju" || !$0.isMetropolis } : near
    }

    private static func isName(_ name: Substring, before rest: Substring) -> Bool {
        guard let last = name.last, last != " " else { return false }
        guard let next = rest.first else { return true }
        if next == " " || next.isDigit || cityEndings.contains(next) || cityEndings.contains(last) { return true }
        return name.count > 1 && !last.isHangul
    }

    /// A province (at least two characters and its ending) and what follows it; nil where there is none.
    private static func province(_ text: Substring) -> (name: Substring, rest: Substring)? {
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
    /// As names are folded; numerals such as `三` and `京` are letters of names.
    fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
    fileprivate var isHangul: Bool { ("\u{AC00}"..."\u{D7A3}").contains(self) }

    /// Hangul, kana or Han.
    fileprivate var isEastAsian: Bool {
        isHangul || ("\u{3041}"..."\u{30FF}").contains(self) || ("\u{3400}"..."\u{4DBF}").contains(self)
            || ("\u{4E00}"..."\u{9FFF}").contains(self)
    }
}
