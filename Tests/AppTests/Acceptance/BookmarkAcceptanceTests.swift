import Foundation
import TestServer
import Testing

@Suite("Story: I bookmark what I like, offline too")
struct BookmarkAcceptanceTests {
    @Test("Given a song, when I bookmark it, then it is marked until I remove the bookmark")
    func setsAndRemovesBookmark() async throws {
        try await SharedLibrary.story.withCopy { program in
            let ids = try await program.column("id", "list")
            let marked = try await program.run("bookmark \(ids[0]) \(ids[1]) --plain --fields title,bookmarked")
            #expect(marked.lines == ["9 to 5\ttrue", "99 Problems\ttrue"])
            try await program.run("unbookmark \(ids[0])")
            #expect(try await program.column("title", "list --bookmarked") == ["99 Problems"])
            #expect(try await program.column("title", "list --bookmarked-first --limit 1") == ["99 Problems"])
        }
    }

    @Test("Given one unknown id among several, when I bookmark them, then none changes")
    func changesNothingForUnknownID() async throws {
        try await SharedLibrary.story.withCopy { program in
            let id = try #require(try await program.column("id", "list").first)
            let refused = try await program.run("bookmark \(id) 0")
            #expect(refused.code == 66)
            #expect(try await program.column("title", "list --bookmarked").isEmpty)
        }
    }

    @Test("Given no network, when I list with --refresh, then I see rows, reason and age")
    func listsOfflineWithReasonAndAge() async throws {
        try await StoryCatalogue.withSyncedLibrary { program, server in
            var program = program
            program.stopTime()
            await server.stop()
            program.environment["FERMATA_HTTP_ATTEMPTS"] = "1"
            let listed = try await program.run("list --refresh")
            #expect(listed.code == 0)
            #expect(listed.lines.count == 6)
            #expect(listed.errors.contains("Offline: cannot reach \(server.url("/songs.ndjson"))"))
            #expect(listed.errors.contains("Showing what was stored just now."))
            let synced = try await program.run("sync")
            #expect(synced.code == 69)
            #expect(try await program.column("title", "list").count == 5)
            let id = try #require(try await program.column("id", "list").first)
            #expect(try await program.run("bookmark \(id)").code == 0)
        }
    }
}
