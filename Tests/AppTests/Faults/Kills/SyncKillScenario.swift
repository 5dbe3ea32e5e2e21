import Foundation
import TestServer
import Testing

/// Kills a program repeatedly while it syncs a catalogue that changes.
struct SyncKillScenario {
    private static let count = 1_000
    private static let killsOfALibrary = 5
    private let server: CatalogueServer
    private let path: String
    private let seed: UInt64
    private var generator: SeededGenerator
    private var kill: RandomKill

    init(server: CatalogueServer, path: String, seed: UInt64) {
        self.server = server
        self.path = path
        self.seed = seed
        generator = SeededGenerator(seed)
        kill = RandomKill(seed)
    }

    /// Fills new libraries, and kills several syncs of each.
    mutating func run(libraries: Int) async throws {
        try await measure()
        for _ in 0..<libraries {
            let program = try Program()
            try await program.run("source add http \(server.url(path)) --name radio")
            var acknowledged: Set<String> = []
            for version in 1...Self.killsOfALibrary {
                try await end(program, version: version)
                #expect(try await LibraryFile(path: program.library).integrity() == ["ok"], "seed \(seed)")
                let ids = try await program.column(
                    "id", "list --limit 2 --offset \(Int.random(in: 0..<450, using: &generator))")
                if ids.isEmpty { continue }
                acknowledged.formUnion(try await program.column("id", "bookmark " + ids.joined(separator: " ")))
            }
            try await check(program, bookmarked: acknowledged)
            try program.remove()
        }
    }

    /// Measures a sync without a kill, so that kills can happen at any moment of it.
    private mutating func measure() async throws {
        let program = try Program()
        serve(version: 0)
        try await program.run("source add http \(server.url(path)) --name radio")
        #expect(try await kill.end(program.launch("sync")).code == 0)
        try program.remove()
    }

    /// Syncs one version after another until a kill interrupts a sync.
    private mutating func end(_ program: Program, version: Int) async throws {
        var attempt = 0
        var code: Int32
        repeat {
            serve(version: version + attempt * 10)
            attempt += 1
            code = try await kill.end(program.launch("sync")).code
        } while code == 0
    }

    private func check(_ program: Program, bookmarked acknowledged: Set<String>) async throws {
        serve(version: 0)
        let synced = try await program.run("sync")
        #expect(synced.code == 0, "seed \(seed): \(synced.errors)")
        let titles = (1...Self.count).map { "Song \($0)" }
        #expect(try await program.column("title", "list") == titles, "seed \(seed)")
        #expect(try await program.column("title", "list version").isEmpty, "seed \(seed)")
        let found = try await program.column("title", "list song 177 --sort title")
        #expect(found == titles.filter { $0.contains("177") }, "seed \(seed)")
        #expect(Set(try await program.column("id", "list --bookmarked")) == acknowledged, "seed \(seed)")
        #expect(try await LibraryFile(path: program.library).integrity() == ["ok"], "seed \(seed)")
    }

    /// Serves a version, which changes and omits songs. Version 0 is intact.
    private func serve(version: Int) {
        let lines = (1...Self.count).compactMap { number -> String? in
            if version > 0, number > 500, number % 50 == version % 50 { return nil }
            let isChanged = version > 0 && number % 10 == version % 10
            let title = isChanged ? "Song \(number) version \(version)" : "Song \(number)"
            return #"{"id":"\#(number)","singer":"Singer \#(number % 97)","title":"\#(title)","duration":200}"#
        }
        server.answer(path, .json(lines.joined(separator: "\n"), etag: "\"\(version)\""))
    }
}
