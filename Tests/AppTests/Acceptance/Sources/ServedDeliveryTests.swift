import Foundation
import TestServer
import TestTraits
import Testing
import FermataApp

@Suite("Story: my music server follows what I do on a page", .timeLimit(.minutes(3)))
struct ServedDeliveryTests {
    private static func record(_ id: String, on served: InProcessServer) async throws {
        let play = #"{"music":"\#(id)","started":"2026-01-24T19:30:00Z"}"#
        let response = try await served.send("POST", "/api/history", body: play)
        #expect(response.status == 201, "\(response.text)")
    }

    @Test("Given a song that I heard on a page, then the server receives the play")
    func sendsPlay() async throws {
        try await HomeServer.withSyncedLibrary { program, server in
            let id = try #require(try await program.column("id", "list Speed").first)
            try await InProcessServer.run(program) { served in
                try await Self.record(id, on: served)
                try await waitUntil { server.calls.contains { $0.method == "scrobble" } }
                try await waitUntil { try await program.rows("source list").first?["waiting"] as? Int == 0 }
            }
            let calls = server.calls.filter { $0.method == "scrobble" }
            #expect(calls.map { [$0["id"], $0["time"]] } == [["1", "1769283000000"]])
            #expect(try await program.column("title", "list --sort plays --limit 1") == ["Speed of Life"])
        }
    }

    @Test("Given a server that is away, then a play arrives once, with the next sync")
    func sendsPlayLater() async throws {
        try await HomeServer.withSyncedLibrary { program, server in
            let id = try #require(try await program.column("id", "list Speed").first)
            server.change { $0.answers["scrobble"] = .status(503) }
            try await InProcessServer.run(program) { served in
                try await Self.record(id, on: served)
                try await waitUntil { server.calls.contains { $0.method == "scrobble" } }
            }
            #expect(try await program.rows("source list").first?["waiting"] as? Int == 1)
            server.change { $0.answers["scrobble"] = nil }
            server.forgetCalls()
            try await program.run("sync")
            try await program.run("sync")
            #expect(server.calls.count { $0.method == "scrobble" } == 1)
            #expect(try await program.rows("source list").first?["waiting"] as? Int == 0)
        }
    }

    @Test("Given a bookmark on a page, then the server's star follows at once")
    func sendsStar() async throws {
        try await HomeServer.withSyncedLibrary { program, server in
            let id = try #require(try await program.column("id", "list Speed").first)
            try await InProcessServer.run(program) { served in
                let response = try await served.send("PUT", "/api/music/\(id)/bookmark")
                #expect(response.status < 300, "\(response.text)")
                try await waitUntil { server.starred == ["1"] }
            }
        }
    }
}
