import Foundation
import Testing

/// Kills a program repeatedly while it sets and removes bookmarks.
struct BookmarkKillScenario {
    private static let idsOfARun = 30
    private let program: Program
    private let ids: [String]
    private let seed: UInt64
    private var generator: SeededGenerator
    private var kill: RandomKill
    private var bookmarked: Set<String> = []

    /// `program` has its own library, without bookmarks.
    init(program: Program, seed: UInt64) async throws {
        self.program = program
        self.seed = seed
        ids = try await program.column("id", "list")
        generator = SeededGenerator(seed)
        kill = RandomKill(seed)
    }

    mutating func run(kills: Int) async throws {
        var count = 0
        while count < kills {
            let verb = ["bookmark", "unbookmark"].randomElement(using: &generator) ?? "bookmark"
            let chosen = Array(ids.shuffled(using: &generator).prefix(Self.idsOfARun))
            let run = try program.launch("\(verb) \(chosen.joined(separator: " ")) --plain --fields id")
            let outcome = try await kill.end(run)
            if outcome.code != 0 { count += 1 }
            try await check(verb == "bookmark", of: chosen, acknowledged: outcome.lines)
        }
    }

    /// Expects that the command changed all songs, or none if it printed none, and nothing else.
    private mutating func check(_ isBookmarked: Bool, of chosen: [String], acknowledged: [String]) async throws {
        #expect(try await LibraryFile(path: program.library).integrity() == ["ok"], "seed \(seed)")
        #expect(acknowledged == Array(chosen.prefix(acknowledged.count)), "seed \(seed)")
        let listed = try await program.run("list --bookmarked --plain --fields id")
        #expect(listed.code == 0, "seed \(seed): \(listed.errors)")
        let found = Set(listed.lines)
        let changed = isBookmarked ? bookmarked.union(chosen) : bookmarked.subtracting(chosen)
        #expect(found == changed || acknowledged.isEmpty && found == bookmarked, "seed \(seed)")
        bookmarked = found
    }
}
