import FermataDomain

/// Makes names and searches of few letters in many scripts, so that searches often find something.
struct RandomNames {
    private static let letters: [String] = [
        "a", "b", "A", "é", "ss", "ß", "9", "0", "1", " ", " ", "'", "’", "/", "!", "-", "?", "\"", "사", "랑", "ㅅ", "ㄹ",
        "夜",
        "愛", "ガ", "ｶﾞ", "ハ", "🎄", "\u{301}", "\u{200B}", "the ", "Σ", "\u{0}", "*", "[",
    ]
    private static let keys = ["artist", "title", "album", "genre", "source", "ARTIST", "mood"]
    private static let ranges = [
        "year:1971", "year:1970..", "year:..1972", "duration:..0:30", "duration:20..1:00", "added:2023",
        "added:..2023-11-14",
        "added:2024..", "is:bookmarked", "is:explicit", "is:clean", "is:downloaded", "is:played", "year:x",
    ]
    private var random: SplitMix

    init(seed: UInt64) { random = SplitMix(state: seed) }

    mutating func isTrue(in count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }

    mutating func song(key: String) -> RemoteMusic {
        RemoteMusic(
            key: key, title: name(1...5), artist: name(0...4), album: name(0...4),
            duration: .seconds(Int.random(in: 0...90, using: &random)),
            track: isTrue(in: 2) ? nil : Int.random(in: 1...3, using: &random),
            genre: isTrue(in: 2) ? nil : name(1...2),
            explicit: ExplicitStatus.allCases.randomElement(using: &random) ?? .unknown,
            popularity: isTrue(in: 3) ? nil : Double(Int.random(in: 0...3, using: &random)),
            released: isTrue(in: 3) ? nil : ReleaseDate(year: Int.random(in: 1970...1973, using: &random)))
    }

    mutating func query() -> MusicQuery {
        let terms = (0..<Int.random(in: 1...3, using: &random)).map { _ in term() }
        return MusicQuery(
            text: terms.joined(separator: " "), bookmarkedOnly: isTrue(in: 8),
            order: isTrue(in: 2) ? .relevance : SortOrder.allCases.randomElement(using: &random) ?? .relevance,
            isReversed: isTrue(in: 4), bookmarkedFirst: isTrue(in: 4),
            explicit: ExplicitFilter.allCases.randomElement(using: &random) ?? .all,
            window: isTrue(in: 2)
                ? .all
                : Window(offset: Int.random(in: 0...6, using: &random), limit: Int.random(in: 0...10, using: &random)))
    }

    private mutating func term() -> String {
        let minus = isTrue(in: 5) ? "-" : ""
        if isTrue(in: 6) { return minus + (Self.ranges.randomElement(using: &random) ?? "") }
        let key = isTrue(in: 4) ? (Self.keys.randomElement(using: &random) ?? "") + ":" : ""
        let word = name(1...3)
        return minus + key + (isTrue(in: 4) ? "\"\(word)\"" : word)
    }

    private mutating func name(_ length: ClosedRange<Int>) -> String {
        (0..<Int.random(in: length, using: &random)).map { _ in Self.letters.randomElement(using: &random) ?? "" }
            .joined()
    }
}
