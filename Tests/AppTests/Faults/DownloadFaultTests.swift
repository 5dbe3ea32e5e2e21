import FermataContracts
import Foundation
import Synchronization
import TestServer
import TestTraits
import Testing

@Suite("Promise: no incomplete file has a final name, and no complete one is lost")
struct DownloadFaultTests {
    @Test("Given kills during downloads, then complete files are intact, and all complete")
    func survivesKills() async throws {
        let seed = SeededGenerator.seed(for: "kills during downloads")
        try await withCatalogueServer { server in
            var scenario = DownloadKillScenario(server: server, seed: seed)
            try await scenario.run(kills: 20)
        }
    }

    @Test("Given a kill in the middle of a long file, then the next download resumes it")
    func resumesAfterKill() async throws {
        let files = ServedFiles(count: 1) { _ in 2_000_000 }
        let gate = Gate()
        defer { gate.open() }
        try await withCatalogueServer { server in
            files.serve(on: server) { number, content in
                var audio = ServedAudio(content, etag: "\"\(number)\"")
                audio.gates = [1_500_000: gate]
                return .audio(audio)
            }
            let program = try Program()
            try await program.addAndSyncSource(server.url("/songs"))
            let running = try program.launch("download --artist Band")
            // A file resumes from 1 MiB on.
            try await waitUntil {
                let names = (try? FileManager.default.contentsOfDirectory(atPath: program.downloads.path)) ?? []
                return try names.contains {
                    let path = program.downloads.appending(path: $0).path
                    return try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0 > 1_300_000
                }
            }
            running.send(SIGKILL)
            _ = await running.outcome()
            gate.open()
            #expect(try await program.run("download").code == 0)
            #expect(server.requests.last?["Range"]?.hasPrefix("bytes=1") == true)
            #expect(try files.expectComplete(in: program.downloads) == 1)
        }
    }

    @Test("Given a server that drops a third of connections, then all files are verified")
    func completesOnFlakyServer() async throws {
        let files = ServedFiles(count: 60) { 20_000 + 300 * $0 }
        try await withCatalogueServer { server in
            let connectionCount = Mutex(0)
            files.serve(on: server) { number, content in
                var audio = ServedAudio(content, etag: "\"\(number)\"")
                audio.breaksAfter = {
                    let connection = connectionCount.withLock { count in
                        count += 1
                        return count
                    }
                    return connection % 3 == 0 ? content.count / 2 : nil
                }
                return .audio(audio)
            }
            let program = try Program()
            try await program.addAndSyncSource(server.url("/songs"))
            let outcome = try await program.run("download --artist Band --jobs 8")
            #expect(outcome.code == 0, "\(outcome.errors)")
            #expect(try files.expectComplete(in: program.downloads) == 60)
            #expect(try await Set(program.column("state", "downloads")) == ["downloaded"])
            #expect(try await program.run("downloads --check").errors.contains("agree"))
        }
    }

    @Test("Given two programs that download the same songs, then each file is there once")
    func twoProgramsDownloadAtOnce() async throws {
        let files = ServedFiles(count: 10) { _ in 1_500_000 }
        try await withCatalogueServer { server in
            files.serve(on: server) { .audio($1, etag: "\"\($0)\"") }
            let program = try Program()
            try await program.addAndSyncSource(server.url("/songs"))
            async let first = program.spawn("download --artist Band")
            async let second = program.spawn("download --artist Band")
            for outcome in try await [first, second] { #expect(outcome.code == 0, "\(outcome.errors)") }
            #expect(try files.expectComplete(in: program.downloads) == 10)
            #expect(try FileManager.default.contentsOfDirectory(atPath: program.downloads.path).count == 10)
            #expect(server.requests.count { $0.path.hasPrefix("/audio") } == 10)
        }
    }

    @Test(
        "Given a disk that fills up, then complete files stay, and the others resume",
        .enabled("a disk that is soon full has to be mounted, which takes the rights of root") {
            await LimitedDisk.isPossible()
        })
    func fullDiskKeepsCompleteFiles() async throws {
        let files = ServedFiles(count: 8) { _ in 1_500_000 }
        try await withCatalogueServer { server in
            try await LimitedDisk.with(kibibytes: 8_192) { disk in
                files.serve(on: server) { number, content in
                    var audio = ServedAudio(content, etag: "\"\(number)\"")
                    audio.sendsLength = number.isMultiple(of: 2)
                    return .audio(audio)
                }
                let program = try Program(home: URL(filePath: disk.path))
                try await program.addAndSyncSource(server.url("/songs"))
                let refused = try await program.run("download --artist Band --jobs 2")
                #expect([73, 74].contains(refused.code), "\(refused.code): \(refused.errors)")
                #expect(
                    refused.errors.contains("full") || refused.errors.contains("Free disk space"), "\(refused.errors)")
                let finished = try files.expectComplete(in: program.downloads)
                #expect((1..<8).contains(finished))
                try disk.remount("size=64m")
                let completed = try await program.run("download")
                #expect(completed.code == 0, "\(completed.errors)")
                #expect(try files.expectComplete(in: program.downloads) == 8)
                #expect(try await LibraryFile(path: program.library).integrity() == ["ok"])
            }
        }
    }

    @Test("Given a removed folder of downloads, then I see it, and the next run completes")
    func survivesRemovedFolder() async throws {
        let files = ServedFiles(count: 3) { _ in 600_000 }
        let gate = Gate()
        defer { gate.open() }
        try await withCatalogueServer { server in
            files.serve(on: server) { number, content in
                var audio = ServedAudio(content, etag: "\"\(number)\"")
                audio.gates = [200_000: gate]
                return .audio(audio)
            }
            let program = try Program()
            try await program.addAndSyncSource(server.url("/songs"))
            let running = try program.launch("download --artist Band")
            // A program that has not yet locked a file creates a missing folder again.
            try await waitUntil { server.requests.contains { $0.path.hasPrefix("/audio") } }
            // Moved first: the program may create another file in a folder while it is removed.
            let removed = program.home.appending(path: "removed")
            try FileManager.default.moveItem(at: program.downloads, to: removed)
            try FileManager.default.removeItem(at: removed)
            gate.open()
            let outcome = await running.outcome()
            #expect(outcome.code == 73)
            #expect(outcome.errors.contains("library.sqlite.downloads"), "\(outcome.errors)")
            #expect(try await program.run("download").code == 0)
            #expect(try files.expectComplete(in: program.downloads) == 3)
        }
    }
}

/// Kills a program repeatedly while it downloads.
private struct DownloadKillScenario {
    private static let count = 12
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
        #expect(try await program.run("download --artist Band").code == 0, "seed \(seed)")
        try await check(program, completeCount: try files.expectComplete(in: program.downloads))
        #expect(try await program.column("state", "downloads") == Array(repeating: "downloaded", count: Self.count))
        let check = try await program.run("downloads --check")
        #expect(check.errors.contains("agree"), "seed \(seed): \(check.output)\(check.errors)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: program.downloads.path).count == Self.count)
        #expect(try await LibraryFile(path: program.library).integrity() == ["ok"], "seed \(seed)")
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

/// Kills runs of a program, each at a random moment.
private struct RandomKill {
    private let seed: UInt64
    private var generator: SeededGenerator
    /// The latest moment of a kill, in seconds; nil before the first run.
    private var longest: Double?

    init(_ seed: UInt64) {
        self.seed = seed
        generator = SeededGenerator(seed)
    }

    /// Measures the first run without killing it, and kills later runs. Returns the run's outcome.
    mutating func end(_ run: RunningProgram) async throws -> Outcome {
        guard let longest else {
            let started = Date()
            let outcome = await run.outcome()
            #expect(outcome.code == 0, "\(outcome.errors)")
            self.longest = Date().timeIntervalSince(started)
            return outcome
        }
        try await Task.sleep(for: .seconds(Double.random(in: 0...longest, using: &generator)))
        run.send(SIGKILL)
        let outcome = await run.outcome()
        #expect(outcome.code == 0 || outcome.code == -SIGKILL, "seed \(seed): \(outcome.errors)")
        // Run times vary. Adapts the limit, so that about one run in six ends before its kill.
        self.longest = longest * (outcome.code == 0 ? 0.9 : 1.02)
        return outcome
    }
}
