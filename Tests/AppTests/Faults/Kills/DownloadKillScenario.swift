import Foundation
import TestServer
import Testing

/// Kills a program repeatedly while it downloads.
struct DownloadKillScenario {
    private static let count = 12
    /// Half of the files are longer than 1 MiB, from which on a killed download resumes.
    private let files = ServedFiles(count: count) { 300_000 + 130_000 * $0 }
    private let server: CatalogueServer
    private let seed: UInt64
    private var kill: RandomKill

    init(server: CatalogueServer, seed: UInt64) {
        self.server = server
        self.seed = seed
        kill = RandomKill(seed)
    }

    mutating func run(kills: Int) async throws {
        files.serve(on: server) { .audio($1, etag: "\"\($0)\"") }
        let program = try Program()
        try await program.addAndSyncSource(server.url("/songs"))
        var killed = 0
        while killed < kills {
            if try await kill.end(program.launch("download --artist Band")).code != 0 { killed += 1 }
            let complete = try files.expectComplete(in: program.downloads, "seed \(seed)")
            try await check(program, completeCount: complete)
            if complete == Self.count { try await program.run("download --remove --artist Band") }
        }
        let resumed = server.requests.filter { $0["range"] != nil }
        #expect(!resumed.isEmpty, "seed \(seed)")
        #expect(try await program.run("download --artist Band").code == 0, "seed \(seed)")
        try await check(program, completeCount: try files.expectComplete(in: program.downloads))
        #expect(try await program.column("state", "downloads") == Array(repeating: "downloaded", count: Self.count))
        let check = try await program.run("downloads --check")
        #expect(check.errors.contains("agree"), "seed \(seed): \(check.output)\(check.errors)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: program.downloads.path).count == Self.count)
        #expect(try await LibraryFile(path: program.library).integrity() == ["ok"], "seed \(seed)")
        try program.remove()
    }

    /// Expects a file for each recorded download. A file completed just before a kill may not be recorded yet.
    private func check(_ program: Program, completeCount count: Int) async throws {
        let rows = try await program.rows("downloads").filter { $0["state"] as? String == "downloaded" }
        #expect(rows.count <= count, "seed \(seed)")
        for row in rows {
            let file = try #require(row["file"] as? String)
            #expect(FileManager.default.fileExists(atPath: file), "seed \(seed): \(file)")
        }
    }
}
