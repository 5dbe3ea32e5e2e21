import Foundation
import TestServer
import Testing

@Suite(
    "Promise: a full disk loses nothing",
    .enabled("a disk that is soon full has to be mounted, which takes the rights of root") {
        await LimitedDisk.isPossible()
    })
struct FullDiskTests {
    @Test(
        "Given a disk that fills up during sync, then songs stay, and it can complete"
    )
    func syncOnFullDisk() async throws {
        try await withDisk(kibibytes: 3_072) { program, disk, server in
            server.answer("/few", .ndjson(count: 200))
            // A later sync stores 12,000 songs in one transaction.
            server.answer("/many", .ndjson(count: 13_000))
            try await program.addAndSyncSource(server.url("/few"))
            let ids = try await program.column("id", "list --limit 3")
            try await program.run("bookmark " + ids.joined(separator: " "))
            try await program.run("source add http \(server.url("/many")) --name many")
            try await expectRefusal(program.run("sync many"), of: program)
            #expect(try await program.column("id", "list --limit 200").count == 200)
            #expect(try await program.column("id", "list --bookmarked") == ids)
            #expect(try await LibraryFile(path: program.library).integrity() == ["ok"])
            try disk.remount("size=64m")
            let synced = try await program.run("sync many")
            #expect(synced.code == 0, "\(synced.errors)")
            #expect(try await program.column("title", "list") == (1...13_000).map { "Song \($0)" })
            #expect(try await program.column("id", "list --bookmarked") == ids)
        }
    }

    @Test("Given a disk that fills up during the first sync, then it can complete later")
    func firstSyncOnFullDisk() async throws {
        try await withDisk(kibibytes: 4_096) { program, disk, server in
            server.answer("/many", .ndjson(count: 13_000))
            try await program.run("source add http \(server.url("/many")) --name many")
            try await expectRefusal(program.run("sync"), of: program)
            try disk.remount("size=64m")
            #expect(try await program.run("list --limit 1").code == 0)
            #expect(try await LibraryFile(path: program.library).integrity() == ["ok"])
            #expect(try await program.run("sync").code == 0)
            #expect(try await program.column("title", "list") == (1...13_000).map { "Song \($0)" })
            #expect(
                try await program.column("title", "list song 777 --sort title")
                    == GeneratedSong.titles(1...13_000, with: "777"))
        }
    }

    @Test("Given a full disk, then bookmarking is refused, and lists work")
    func bookmarkOnFullDisk() async throws {
        try await withDisk(kibibytes: 4_096) { program, disk, server in
            server.answer("/few", .ndjson(count: 200))
            try await program.addAndSyncSource(server.url("/few"))
            try disk.fill()
            let id = try #require(try await program.column("id", "list song 7 --limit 1").first)
            try await expectRefusal(program.run("bookmark \(id)"), of: program)
            let bookmarked = try await program.run("list --bookmarked --json")
            #expect(bookmarked.code == 0 && bookmarked.output == "[]\n")
            try disk.removeFiller()
            #expect(try await LibraryFile(path: program.library).integrity() == ["ok"])
            #expect(try await program.run("bookmark \(id)").code == 0)
            #expect(try await program.column("id", "list --bookmarked") == [id])
        }
    }

    @Test("Given a disk that fills up, then a command bookmarks all songs or none")
    func bookmarksAllOrNoneOnFullDisk() async throws {
        try await withDisk(kibibytes: 4_096) { program, disk, server in
            server.answer("/few", .ndjson(count: 400))
            try await program.addAndSyncSource(server.url("/few"))
            let ids = try await program.column("id", "list")
            try disk.fill(leaving: 100_000)
            let command = "bookmark --plain --fields id " + ids.joined(separator: " ")
            let outcome = try await program.run(command)
            expectRefusal(outcome, of: program)
            #expect(outcome.lines.isEmpty)
            try disk.removeFiller()
            #expect(try await program.column("id", "list --bookmarked").isEmpty)
            #expect(try await program.run(command).lines == ids)
            #expect(try await program.column("id", "list --bookmarked") == ids)
            #expect(try await LibraryFile(path: program.library).integrity() == ["ok"])
        }
    }

    @Test("Given a damaged library on a full disk, then recovery waits for space")
    func recoveryNeedsSpace() async throws {
        try await withDisk(kibibytes: 8_192) { program, disk, server in
            server.answer("/few", .ndjson(count: 3_000))
            try await program.addAndSyncSource(server.url("/few"))
            let library = LibraryFile(path: program.library)
            try await library.checkpoint()
            try library.overwrite(at: try library.size() / 4, count: 40_000)
            try disk.fill(leaving: 200_000)
            try await expectRefusal(program.run("list --json"), of: program)
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: disk.path).allSatisfy {
                    !$0.contains("damaged")
                })
            try disk.removeFiller()
            try disk.remount("size=64m")
            let recovered = try await program.run("list --json")
            #expect(recovered.code == 75)
            #expect(recovered.errors.contains("was damaged. The damaged file is now \(program.library).damaged-"))
            #expect(try await program.column("title", "list").count > 2_000)
        }
    }

    /// Runs the body with a program on a small disk, and with a server of catalogues.
    private func withDisk(
        kibibytes: Int, _ body: (Program, LimitedDisk, CatalogueServer) async throws -> Void
    ) async throws {
        try await withCatalogueServer { server in
            try await LimitedDisk.with(kibibytes: kibibytes) { disk in
                var program = try Program(home: URL(filePath: disk.path))
                program.alwaysSpawns = true
                try await body(program, disk, server)
            }
        }
    }

    private func expectRefusal(_ outcome: Outcome, of program: Program) {
        #expect([73, 74].contains(outcome.code))
        #expect(outcome.errors.contains("Cannot change the library \(program.library): the disk is full."))
        #expect(outcome.errors.contains("Free disk space and try again. Stored music is unchanged."))
    }
}
