import Foundation
import TestServer
import Testing

@Suite("Promise: a backup or a restore that is killed happens completely or not at all")
struct KillDuringBackupTests {
    private static let kills = 25

    @Test("Given kills during backups, then each file with the final name is complete")
    func backupsSurviveKills() async throws {
        let seed = SeededGenerator.seed(for: "kills during backups")
        try await withLibrary { program, _ in
            var kill = RandomKill(seed)
            let backup = program.home.appending(path: "backup.sqlite").path
            var count = 0
            while count < Self.kills {
                let outcome = try await kill.end(program.launch("library backup --force \(backup)"))
                if outcome.code != 0 { count += 1 }
                guard FileManager.default.fileExists(atPath: backup) else {
                    #expect(outcome.code != 0, "seed \(seed)")
                    continue
                }
                #expect(try await LibraryFile(path: backup).integrity() == ["ok"], "seed \(seed)")
                #expect(try await Self.titles(program, in: backup) == Self.titles(program), "seed \(seed)")
                // SQLite adds a log for the readers above.
                for ending in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: backup + ending) }
            }
            #expect(try await program.spawn("library backup --force \(backup)").code == 0)
            #expect(try program.names(in: "").filter { $0.contains(".part") } == [], "seed \(seed)")
        }
    }

    @Test("Given kills during restores, then the library is the former or the restored one")
    func restoresSurviveKills() async throws {
        let seed = SeededGenerator.seed(for: "kills during restores")
        try await withLibrary { program, ids in
            var kill = RandomKill(seed)
            let backup = program.home.appending(path: "backup.sqlite").path
            #expect(try await program.spawn("library backup \(backup)").code == 0)
            let all = try await Self.titles(program)
            var count = 0
            while count < Self.kills {
                let id = ids[count % ids.count]
                #expect(try await program.run("bookmark \(id)").code == 0)
                let before = try await program.column("id", "list --bookmarked")
                let outcome = try await kill.end(program.launch("library restore --force \(backup)"))
                if outcome.code != 0 { count += 1 }
                #expect(try await LibraryFile(path: program.library).integrity() == ["ok"], "seed \(seed)")
                let after = try await program.column("id", "list --bookmarked")
                #expect(after.isEmpty || (after == before && outcome.code != 0), "seed \(seed)")
                #expect(try await Self.titles(program) == all, "seed \(seed)")
                let replaced = try program.names(in: "").filter {
                    $0.contains(".replaced-") && !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") && !$0.hasPrefix(".")
                }
                #expect(!after.isEmpty || !replaced.isEmpty, "seed \(seed)")
                for name in replaced {
                    let path = program.home.appending(path: name).path
                    #expect(try await LibraryFile(path: path).integrity() == ["ok"], "seed \(seed)")
                    for ending in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + ending) }
                }
            }
            #expect(try await program.spawn("library restore --force \(backup)").code == 0)
            #expect(try program.names(in: "").filter { $0.contains(".part") } == [], "seed \(seed)")
        }
    }

    private static func titles(_ program: Program, in library: String? = nil) async throws -> [String] {
        try await program.run(["list", "--plain", "--fields", "title", "--library", library ?? program.library]).lines
    }

    private func withLibrary(_ body: (_ program: Program, _ ids: [String]) async throws -> Void) async throws {
        try await withCatalogueServer { server in
            server.answer("/songs", .ndjson(count: 2_000))
            let program = try Program()
            try await program.addAndSyncSource(server.url("/songs"))
            try await body(program, try await program.column("id", "list --limit 30"))
            try program.remove()
        }
    }
}
