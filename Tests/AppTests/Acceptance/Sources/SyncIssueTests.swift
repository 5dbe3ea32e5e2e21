import Foundation
import TestServer
import TestTraits
import Testing

@Suite("Story: I see why a source was not updated", .timeLimit(.minutes(3)))
struct SyncIssueTests {
    private static let reason = "the server returned 404 Not Found"

    @Test("Given a failed sync, then other programs show why and when, until one succeeds")
    func showsStoredError() async throws {
        try await withFailedSync { program, server in
            let listed = try await program.spawn("source list")
            #expect(listed.code == 0 && listed.lines.first?.contains("Last error") == true)
            #expect(listed.errors.contains("Cannot read \(server.url("/songs.ndjson")): \(Self.reason)."))
            let row = try #require(try await program.rows("source list").first)
            #expect((row["error"] as? String)?.contains(Self.reason) == true)
            #expect(row["errorTime"] is String && row["incomplete"] as? Bool == false)
            server.answer("/songs.ndjson", .json(StoryCatalogue.ndjson, etag: "\"2\""))
            #expect(try await program.spawn("sync").code == 0)
            let later = try #require(try await program.rows("source list").first)
            #expect(later["error"] is NSNull && later["errorTime"] is NSNull)
            let list = try await program.run("source list")
            #expect(list.errors.isEmpty)
        }
    }

    @Test("Given a failed sync, then pages of a later server show why, without addresses")
    func showsErrorOnPages() async throws {
        try await withFailedSync { program, server in
            let address = server.url("/songs.ndjson")
            try await InProcessServer.run(program) { served in
                for target in ["/api/sources", "/api/sources/radio", "/sources", "/sources/radio"] {
                    let text = try await served.get(target).text
                    #expect(text.contains(Self.reason), "\(target): \(text)")
                    #expect(!text.contains("Cannot read \(address)"))
                }
                server.answer("/songs.ndjson", .json(StoryCatalogue.ndjson, etag: "\"2\""))
                #expect(try await program.spawn("sync").code == 0)
                try await waitUntil { try await !served.get("/sources").text.contains(Self.reason) }
                try await waitUntil { try await !served.get("/api/sources").text.contains(Self.reason) }
            }
        }
    }

    @Test("Given a server that is scanning, then I learn that nothing could be removed")
    func showsIncompleteSync() async throws {
        try await HomeServer.withSyncedLibrary { program, server in
            server.change { content in
                content.songs.removeLast()
                content.isScanning = true
            }
            let synced = try await program.run("sync")
            let note = "“home” may have more songs than were read, so none were removed. Sync it again later."
            #expect(synced.code == 0 && synced.errors.contains(note))
            #expect(try await program.rows("source list").first?["incomplete"] as? Bool == true)
            let listed = try await program.spawn("source list")
            #expect(listed.errors.contains(note))
            try await InProcessServer.run(program) { served in
                let (page, rows) = try await (served.get("/sources").text, served.get("/api/sources").text)
                #expect(page.contains(note) && rows.contains(#""incomplete":true"#))
            }
            server.change { $0.isScanning = false }
            try await program.run("sync")
            #expect(try await program.rows("source list").first?["incomplete"] as? Bool == false)
            #expect(try await program.column("title", "list").count == 2)
        }
    }

    @Test("Given a young listener, then the list shows errors but no counts")
    func showsYoungListenerErrorsOnly() async throws {
        try await HomeServer.withSyncedLibrary { program, server in
            server.change { ($0.isScanning, $0.lastScan) = (true, "later") }
            let synced = try await program.run("sync --age 12")
            #expect(synced.code == 0 && !synced.errors.contains("may have more songs"))
            let row = try #require(try await program.rows("source list --age 12").first)
            #expect(row["incomplete"] as? Bool == false && row["count"] is NSNull)
            server.change { $0.passwords = [:] }
            #expect(try await program.run("sync --age 12").code == 69)
            let listed = try await program.run("source list --age 12")
            #expect(listed.errors.contains("the user or the password is wrong"))
        }
    }

    /// Runs the body after one sync succeeded and another process failed to sync.
    private func withFailedSync(_ body: (Program, CatalogueServer) async throws -> Void) async throws {
        try await StoryCatalogue.withSyncedLibrary { program, server in
            server.answer("/songs.ndjson", .status(404))
            #expect(try await program.spawn("sync").code == 69)
            try await body(program, server)
        }
    }
}
