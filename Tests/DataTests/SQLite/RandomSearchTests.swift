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
    private let count = Self.environment["FERMATA_SEARCH_CASES"].flatMap { Int($0) } ?? 3_000
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
        let folder = try TemporaryFolder()
        let library = try SQLiteLibrary(path: folder.path("library.sqlite"))
        let time = TestTime()
        let repository = SQLiteMusicRepository(library: library, now: { time.now })
        let songs = (0..<40).map { names.song(key: "\($0)") }
        try await LibrarySeed(songs).fill(repository, SQLiteSourceRepository(library: library), time: time)
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
