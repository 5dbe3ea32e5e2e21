import Foundation
import Testing

/// A program that is killed again and again while it sets and takes away bookmarks.
struct KillDuringBookmarkTests {
    private static let idsOfARun = 30
    private let program: Program
    private let ids: [String]
    private let seed: UInt64
    private var chance: Seed
    private var kill: RandomKill
    private var bookmarked: Set<String> = []

    /// `program` has a library of its own, without bookmarks.
    init(program: Program, seed: UInt64) async throws {
        self.program = program
        self.seed = seed
        ids = try await program.column("id", "list")
        chance = Seed(seed)
        kill = RandomKill(seed)
    }

    mutating func run(kills: Int) async throws {
        var count = 0
        while count < kills {
            let verb = ["bookmark", "unbookmark"].randomElement(using: &chance) ?? "bookmark"
            let chosen = Array(ids.shuffled(using: &chance).prefix(Self.idsOfARun))
            let run = try program.launch("\(verb) \(chosen.joined(separator: " ")) --plain --fields id")
            let outcome = try await kill.end(run)
            if outcome.code != 0 { count += 1 }
            try await check(verb == "bookmark", of: chosen, acknowledged: outcome.lines)
        }
    }

    /// The command changed all songs or none, and all if it printed any; nothing else has changed.
    private mutating func check(_ isBookmarked: Bool, of chosen: [String], acknowledged: [String]) async throws {
        #expect(try await LibraryFileCheck(path: program.library).integrity() == ["ok"], "seed \(seed)")
        #expect(acknowledged == Array(chosen.prefix(acknowledged.count)), "seed \(seed)")
        let listed = try await program.run("list --bookmarked --plain --fields id")
        #expect(listed.code == 0, "seed \(seed): \(listed.errors)")
        let held = Set(listed.lines)
        let changed = isBookmarked ? bookmarked.union(chosen) : bookmarked.subtracting(chosen)
        #expect(held == changed || acknowledged.isEmpty && held == bookmarked, "seed \(seed)")
        bookmarked = held
    }
}
