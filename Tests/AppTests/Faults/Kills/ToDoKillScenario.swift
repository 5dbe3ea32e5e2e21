import Foundation
import Testing

/// Kills a program repeatedly while it adds to-dos.
struct ToDoKillScenario {
    private let program: Program
    private let seed: UInt64
    private var kill: RandomKill
    private var titles: [String] = []

    init(program: Program, seed: UInt64) {
        self.program = program
        self.seed = seed
        kill = RandomKill(seed)
    }

    mutating func run(kills: Int) async throws {
        var count = 0
        var number = 0
        while count < kills {
            number += 1
            let run = try program.launch(
                words: ["todo", "add", "Gig \(number)", "--address", "Seoul", "--plain", "--fields", "title"])
            let outcome = try await kill.end(run)
            if outcome.code != 0 { count += 1 }
            try await check("Gig \(number)", isAcknowledged: outcome.lines == ["Gig \(number)"])
        }
    }

    /// Expects the to-do on the list if it was printed, and no other change.
    private mutating func check(_ title: String, isAcknowledged: Bool) async throws {
        let listed = try await program.run("todo --plain --fields title")
        #expect(listed.code == 0, "seed \(seed): \(listed.errors)")
        #expect(try await LibraryFile(path: program.library).integrity() == ["ok"], "seed \(seed)")
        #expect(listed.lines == titles + [title] || (!isAcknowledged && listed.lines == titles), "seed \(seed)")
        titles = listed.lines
    }
}
