import Foundation
import TestServer
import Testing

@Suite("Promise: a repair survives kill -9, and loses nothing that was readable")
struct KillDuringRepairTests {
    private static let kills = 25
    private static let damage = 4_096

    @Test("Given kills during repairs, then everything that was readable is shown")
    func repairsSurviveKills() async throws {
        let seed = SeededGenerator.seed(for: "kills during repairs")
        try await withCatalogueServer { server in
            server.answer("/songs", .ndjson(count: 500))
            let program = try Program()
            try await program.addAndSyncSource(server.url("/songs"))
            var kill = RandomKill(seed)
            let titles = try await program.column("title", "list")
            let ids = try await program.column("id", "list")
            #expect(try await program.run("bookmark " + ids.prefix(Self.kills).joined(separator: " ")).code == 0)
            #expect(try await program.run(words: ["todo", "add", "Hear Bowie live"]).code == 0)
            var count = 0
            while count < Self.kills {
                try damageListOfTables(of: program.library)
                if try await kill.end(program.launch("library repair")).code != 0 { count += 1 }
                #expect(try await program.column("title", "list") == titles, "seed \(seed)")
                #expect(Set(try await program.column("id", "list --bookmarked")) == Set(ids.prefix(Self.kills)))
                #expect(try await program.column("title", "todo") == ["Hear Bowie live"], "seed \(seed)")
                #expect(try await LibraryFile(path: program.library).integrity() == ["ok"], "seed \(seed)")
                for name in try program.names(in: "") where name.contains(".damaged-") {
                    try FileManager.default.removeItem(at: program.home.appending(path: name))
                }
            }
            #expect(try program.names(in: "").filter { $0.hasSuffix(".repaired") }.isEmpty, "seed \(seed)")
            try program.remove()
        }
    }

    /// Overwrites the first page after its header.
    private func damageListOfTables(of path: String) throws {
        try LibraryFile(path: path).overwrite(at: 100, count: Self.damage - 100)
    }
}
