import Foundation
import TestServer
import TestTraits
import Testing

@Suite("Promise: two programs use one library at once and lose no change")
struct TwoProgramsTests {
    @Test("Given two programs that bookmark 1,000 songs each, then there are 2,000")
    func twoProgramsBookmarkAtOnce() async throws {
        try await Program.withLibrary(of: .ndjson(count: 2_000)) { program, _ in
            var program = program
            program.environment["FERMATA_LOCK_TIMEOUT"] = "60"
            let ids = try await program.column("id", "list")
            async let first = program.spawn("bookmark " + ids[..<1_000].joined(separator: " "))
            async let second = program.spawn("bookmark " + ids[1_000...].joined(separator: " "))
            let codes = try await [first.code, second.code]
            #expect(codes == [0, 0])
            #expect(try await program.column("id", "list --bookmarked") == ids)
        }
    }

    @Test("Given two programs that add to-dos, then each has one row and its own number")
    func twoProgramsAddToDosAtOnce() async throws {
        var program = try Program()
        program.environment["FERMATA_LOCK_TIMEOUT"] = "60"
        let titles = (1...12).map { "Gig \($0)" }
        try await withThrowingTaskGroup(of: Int32.self) { group in
            for own in ["a", "b"] {
                group.addTask { [program] in
                    for title in titles + titles.map({ "\($0) \(own)" }) {
                        let outcome = try await program.launch(words: ["todo", "add", title]).outcome()
                        guard outcome.code == 0 else { return outcome.code }
                    }
                    return 0
                }
            }
            for try await code in group { #expect(code == 0) }
        }
        let expected = titles.flatMap { [$0, "\($0) a", "\($0) b"] }.sorted()
        #expect(try await program.column("title", "todo").sorted() == expected)
        #expect(Set(try await program.column("number", "todo")).count == expected.count)
    }

    @Test(
        "Given two programs that fill a library, then each song is there once",
        arguments: [
            ("sync radio", "sync radio", ["radio\t7000", "tape\t0"]),
            ("sync radio", "sync tape", ["radio\t7000", "tape\t7000"]),
        ])
    func twoProgramsSyncAtOnce(one: String, other: String, counts: [String]) async throws {
        try await withCatalogueServer { server in
            var program = try Program()
            program.environment["FERMATA_LOCK_TIMEOUT"] = "60"
            try await program.run("source add http \(server.url("/songs")) --name radio")
            try await program.run("source add http \(server.url("/tape")) --name tape")
            let songs = Data(GeneratedSong.ndjson(count: 7_000).utf8)
            for path in ["/songs", "/tape"] {
                server.answer(path, .slow(songs, pieceBytes: songs.count / 10 + 1, pause: .milliseconds(20)))
            }
            async let first = program.spawn(one)
            async let second = program.spawn(other)
            for outcome in try await [first, second] { #expect(outcome.code == 0, "\(outcome.errors)") }
            #expect(try await program.run("source list --plain --fields name,count").lines == counts)
            #expect(try await program.column("title", "list") == (1...7_000).map { "Song \($0)" })
            #expect(
                try await program.column("title", "list song 777 --sort title")
                    == GeneratedSong.titles(1...7_000, with: "777"))
            #expect(try await LibraryFile(path: program.library).integrity() == ["ok"])
        }
    }

    @Test("Given a source that is removed during its sync, then the sync reports it")
    func reportsSourceRemovedDuringSync() async throws {
        try await withCatalogueServer { server in
            var program = try Program()
            program.environment["FERMATA_LOCK_TIMEOUT"] = "60"
            try await program.run("source add http \(server.url("/songs")) --name radio")
            server.answer("/songs", .stalled(after: GeneratedSong.ndjson(count: 5_000)))
            let sync = try program.launch("sync")
            try await waitUntil { try await !program.column("id", "list --limit 1").isEmpty }
            #expect(try await program.run("source remove radio --force").code == 0)
            await server.stop()
            let outcome = await sync.outcome()
            #expect(outcome.code == 66, "\(outcome.errors)")
            #expect(outcome.errors.contains("No source is named “radio”."))
            #expect(try await program.column("id", "list").isEmpty)
        }
    }
}
