import Foundation
import TestServer
import Testing

/// A program that is killed again and again while it reads a catalogue that changes.
struct KillDuringSyncTests {
    private static let count = 2_000
    private static let killsOfALibrary = 5
    private let server: CatalogueServer
    private let path: String
    private let seed: UInt64
    private var chance: Seed
    private var kill: RandomKill

    init(server: CatalogueServer, path: String, seed: UInt64) {
        self.server = server
        self.path = path
        self.seed = seed
        chance = Seed(seed)
        kill = RandomKill(seed)
    }

    /// Fills so many new libraries, each with several kills on the way.
    mutating func run(libraries: Int) async throws {
        try await measure()
        for _ in 0..<libraries {
            let program = try Program()
            try await program.run("source add http \(server.url(path)) --name radio")
            var acknowledged: Set<String> = []
            for take in 1...Self.killsOfALibrary {
                try await end(program, take: take)
                #expect(try await LibraryFileCheck(path: program.library).integrity() == ["ok"], "seed \(seed)")
                let ids = try await program.column(
                    "id", "list --limit 2 --offset \(Int.random(in: 0..<900, using: &chance))")
                if ids.isEmpty { continue }
                acknowledged.formUnion(try await program.column("id", "bookmark " + ids.joined(separator: " ")))
            }
            try await check(program, holds: acknowledged)
            try program.remove()
        }
    }

    /// Measures how long a sync takes without a kill, so that kills can happen at any moment of it.
    private mutating func measure() async throws {
        let program = try Program()
        answer(take: 0)
        try await program.run("source add http \(server.url(path)) --name radio")
        #expect(try await kill.end(program.launch("sync")).code == 0)
        try program.remove()
    }

    /// Syncs one take after another until a kill comes before the end.
    private mutating func end(_ program: Program, take: Int) async throws {
        var attempt = 0
        var code: Int32
        repeat {
            answer(take: take + attempt * 10)
            attempt += 1
            code = try await kill.end(program.launch("sync")).code
        } while code == 0
    }

    private func check(_ program: Program, holds acknowledged: Set<String>) async throws {
        answer(take: 0)
        let synced = try await program.run("sync")
        #expect(synced.code == 0, "seed \(seed): \(synced.errors)")
        let titles = (1...Self.count).map { "Song \($0)" }
        #expect(try await program.column("title", "list") == titles, "seed \(seed)")
        #expect(try await program.column("title", "list take").isEmpty, "seed \(seed)")
        let found = try await program.column("title", "list song 177 --sort title")
        #expect(found == titles.filter { $0.contains("177") }, "seed \(seed)")
        #expect(Set(try await program.column("id", "list --bookmarked")) == acknowledged, "seed \(seed)")
        #expect(try await LibraryFileCheck(path: program.library).integrity() == ["ok"], "seed \(seed)")
    }

    /// In each take other songs have changed, and others are missing.
    private func answer(take: Int) {
        let lines = (1...Self.count).compactMap { number -> String? in
            if take > 0, number > 1_000, number % 50 == take % 50 { return nil }
            let title = take > 0 && number % 10 == take % 10 ? "Song \(number) take \(take)" : "Song \(number)"
            return #"{"id":"\#(number)","singer":"Singer \#(number % 97)","title":"\#(title)","duration":200}"#
        }
        server.answer(path, .json(lines.joined(separator: "\n"), etag: "\"\(take)\""))
    }
}
