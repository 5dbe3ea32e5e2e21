import Foundation
import TestServer
import Testing

@Suite("Every route applies the listener's rule", .timeLimit(.minutes(3)))
struct YoungListenerTests {
    private static let explicit = ["Take Me Back to London", "River"]

    @Test("Given a young listener, then lists and counts have no explicit music")
    func hidesExplicitMusic() async throws {
        try await served { served, ids, playlist in
            let paths = [
                "/api/music", "/api/music?text=london", "/api/music?artist=eminem", "/api/music?bookmarked=true",
                "/api/music?sort=popular&bookmarkedFirst=true", "/api/artists/sheeran", "/api/playlists",
                "/api/albums", "/api/albums?text=revival", "/api/albums?artist=eminem", "/api/genres", "/albums",
                "/genres",
                "/api/downloads", "/api/to-dos", "/to-dos",
                "/api/sources", "/api", "/api/suggestions?text=em", "/api/suggestions?text=artist:emi",
                "/", "/home", "/queue", "/random", "/api/player", "/api/player/queue", "/?text=river", "/bookmarks",
                "/artists", "/artists?albumArtists=true", "/artists/Ed%20Sheeran", "/playlists", "/downloads",
            ]
            for path in paths {
                let response = try await served.get(path)
                #expect(response.status == 200, "\(path)")
                for text in Self.explicit + ids + [playlist, "Hard", "Eminem"] {
                    #expect(!response.text.contains(text), "\(path) contains \(text)")
                }
            }
            #expect(try await served.get("/api/music").object()["total"] as? Int == 6)
            #expect(try await served.get("/api/music?text=london").object()["total"] as? Int == 0)
            #expect(try await served.get("/api/playlists").object()["total"] as? Int == 3)
            #expect(try await served.get("/api/downloads").object()["total"] as? Int == 0)
            #expect(try await served.get("/api/artists/sheeran").object()["count"] as? Int == 3)
        }
    }

    @Test("Given a young listener, then sources and syncs have no counts")
    func hidesCounts() async throws {
        try await withExplicitMusic { program, _, _ in
            try await ServerProcess.run(program, ["--age", "12"]) { served in
                let source = try #require(try await served.get("/api/sources").rows().first)
                #expect(source["name"] as? String == "radio" && source["count"] is NSNull)
                for target in ["/sources", "/sources/radio"] {
                    #expect(try await !served.get(target).text.contains("8 songs"), "\(target)")
                }
                let events = try await served.subscribe()
                try await events.wait(for: "event: library")
                #expect(try await served.send("POST", "/api/sync").status == 202)
                try await events.wait(for: "\"isRunning\":false}")
                #expect(events.text.contains("\"text\":\"radio: unchanged\""))
                #expect(!events.text.contains("record"))
                await events.close()
            }
        }
    }

    @Test("Given a strict listener, then music of unknown status is hidden as well")
    func appliesStrictness() async throws {
        for (options, count) in [(["--age", "12", "--strict"], 0), (["--age", "19"], 8)] {
            try await InProcessServer.withBandLibrary(options) { served in
                let response = try await served.get("/api/music")
                #expect(try response.rows().count == count)
            }
        }
    }

    private func served(
        _ body: @escaping @Sendable (InProcessServer, [String], String) async throws -> Void
    ) async throws {
        try await withExplicitMusic { program, ids, playlist in
            try await InProcessServer.run(program, ["--age", "12"]) { try await body($0, ids, playlist) }
        }
    }

    /// Runs the body with a program that has bookmarked and downloaded explicit music, and to-dos about it.
    private func withExplicitMusic(
        _ body: @escaping @Sendable (Program, [String], String) async throws -> Void
    ) async throws {
        try await BandCatalogue.withSyncedLibrary { program, server in
            for song in [4, 7] { server.answer("/audio/\(song).mp3", .audio(Data(repeating: 7, count: 1_000))) }
            let ids = [
                try #require(try await program.column("id", "list london").first),
                try #require(try await program.column("id", "list river").first),
            ]
            try await program.run("bookmark " + ids.joined(separator: " "))
            try await program.run("download " + ids.joined(separator: " "))
            try await program.run(words: ["todo", "add", "Listen", "--music", ids[0]])
            try await program.run(words: ["todo", "add", "Hear", "--artist", "eminem"])
            let playlist = try #require(try await program.rows("playlists").first { $0["name"] as? String == "Hard" })
            let id = try #require(playlist["id"] as? String)
            try await body(program, ids, id)
        }
    }
}
