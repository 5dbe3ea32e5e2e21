import FermataContracts
import FermataData
import FermataDomain
import Foundation
import Testing

/// Compares random searches in SQLite with `MusicQuery+Meaning`.
///
/// `FERMATA_SEARCH_CASES` sets the number of searches, and `FERMATA_TEST_SEED` repeats a run.
@Suite("Random searches find what the specification finds")
struct RandomSearchTests {
    /// The number of concurrent tests that share the searches.
    private static let shardCount: UInt64 = 4
    private static let environment = ProcessInfo.processInfo.environment
    private let count = Self.environment["FERMATA_SEARCH_CASES"].flatMap { Int($0) } ?? 1_000
    private static let seed =
        environment["FERMATA_TEST_SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: 0...999_999)

    @Test("results, order and count are those of the specification", arguments: 0..<shardCount)
    func matchesSpecification(shard: UInt64) async throws {
        let seed = Self.seed
        print("random searches: FERMATA_TEST_SEED=\(seed)")
        var names = RandomNames(seed: seed &* Self.shardCount &+ shard)
        var remaining = count / Int(Self.shardCount)
        while remaining > 0 {
            let (repository, music) = try await library(&names)
            for _ in 0..<min(remaining, 250) {
                let query = names.query()
                var unlimited = query
                unlimited.window = .all
                let all = unlimited.results(from: music).map(\.id)
                let expected = Array(all.dropFirst(query.window.offset).prefix(query.window.limit ?? .max))
                let found = try await repository.results(of: query).map(\.id)
                #expect(found == expected, "seed \(seed): \(query)")
                #expect(try await repository.count(query) == all.count, "seed \(seed): \(query)")
                if found != expected { return }
            }
            remaining -= 250
        }
    }

    private func library(_ names: inout RandomNames) async throws -> (SQLiteMusicRepository, [Music]) {
        let songs = (0..<40).map { names.song(key: "\($0)") }
        let repository = try await TestLibrary(songs).music
        // Adds segments to the search index, with entries of changed and removed songs.
        for first in [4, 20] {
            let others = (first..<first + 8).map { names.song(key: "\($0)") }
            let changed = Array(songs.prefix(first)) + others + Array(songs.dropFirst(first + 10))
            _ = try await repository.refresh("radio", with: changed)
        }
        for song in try await repository.all() where names.isTrue(in: 4) {
            try await repository.setBookmark(true, of: song.id)
        }
        return (repository, try await repository.all())
    }
}

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
    private var random: SeededGenerator

    init(seed: UInt64) { random = SeededGenerator(seed) }

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
