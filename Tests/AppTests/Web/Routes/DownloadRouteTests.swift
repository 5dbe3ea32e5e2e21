import Foundation
import TestServer
import TestTraits
import Testing

@Suite("Story: a program downloads music", .timeLimit(.minutes(3)))
struct DownloadRouteTests {
    @Test("Given music, when I request its download, then the server downloads its file")
    func downloadsMusic() async throws {
        try await BandCatalogue.withSyncedLibrary { program, server in
            let content = Data.varied(count: 200_000)
            server.answer("/audio/1.mp3", .audio(content))
            try await InProcessServer.run(program) { served in
                let id = try await served.id("perfect")
                let response = try await served.send("PUT", "/api/music/\(id)/download")
                #expect(response.status == 202)
                #expect(try response.object()["id"] as? String == id)
                let row = try await downloaded(served, id, "downloaded")
                let file = URL(filePath: try #require(try await program.column("file", "downloads").first))
                #expect(try Data(contentsOf: file) == content)
                #expect(row["file"] as? String == file.lastPathComponent)
                #expect(try await served.send("PUT", "/api/music/\(id)/download").status == 200)
                #expect(try await served.get("/api/music/\(id)").object()["downloaded"] as? Bool == true)
                #expect(try await served.send("DELETE", "/api/music/\(id)/download").status == 204)
                #expect(try await served.get("/api/downloads").object()["total"] as? Int == 0)
                #expect(try await served.send("DELETE", "/api/music/\(id)/download").status == 204)
            }
        }
    }

    @Test("Given music without audio, or unknown music, then the download is rejected")
    func rejectsMusicWithoutAudio() async throws {
        try await InProcessServer.withBandLibrary { served in
            let silence = try await served.id("silence")
            #expect(try await served.send("PUT", "/api/music/\(silence)/download").status == 409)
            #expect(try await served.send("PUT", "/api/music/0000000000000000/download").status == 404)
            #expect(try await served.send("DELETE", "/api/music/0000000000000000/download").status == 404)
        }
    }

    @Test("Given a running download, then it survives a stop, and can be removed")
    func storesOrRemovesPartialFiles() async throws {
        try await BandCatalogue.withSyncedLibrary { program, server in
            server.answer("/audio/1.mp3", .audio(Data(repeating: 7, count: 3_000_000)))
            var slow = program
            slow.environment["FERMATA_DOWNLOADS_LIMIT_RATE"] = "200k"
            try await InProcessServer.run(slow) { served in
                let id = try await served.id("perfect")
                #expect(try await served.send("PUT", "/api/music/\(id)/download").status == 202)
                _ = try await downloaded(served, id, "downloading")
                #expect(try await served.send("DELETE", "/api/music/\(id)/download").status == 204)
                #expect(try await served.get("/api/downloads").rows().isEmpty)
                #expect(try await served.send("PUT", "/api/music/\(id)/download").status == 202)
                _ = try await downloaded(served, id, "downloading")
            }
            #expect(try await program.column("state", "downloads") == ["waiting"])
            #expect(try await program.run("download").code == 0)
            #expect(try await program.column("state", "downloads") == ["downloaded"])
        }
    }

    @Test("Given unfinished downloads, when the server starts, then it resumes them")
    func resumesDownloads() async throws {
        try await BandCatalogue.withSyncedLibrary { program, server in
            var slow = program
            slow.environment["FERMATA_DOWNLOADS_LIMIT_RATE"] = "200k"
            let songs = ["perfect": 1, "london": 4]
            for song in songs.values {
                server.answer("/audio/\(song).mp3", .audio(Data(repeating: 7, count: 3_000_000)))
            }
            try await InProcessServer.run(slow) { served in
                for words in songs.keys {
                    let id = try await served.id(words)
                    #expect(try await served.send("PUT", "/api/music/\(id)/download").status == 202)
                }
            }
            #expect(try await program.column("state", "downloads") == ["waiting", "waiting"])
            let perfect = try #require(try await program.column("id", "list perfect").first)
            try await InProcessServer.run(program, ["--age", "12"]) {
                _ = try await downloaded($0, perfect, "downloaded")
            }
            #expect(try await program.column("state", "downloads") == ["downloaded", "waiting"])
            let london = try #require(try await program.column("id", "list london").first)
            try await InProcessServer.run(program) { _ = try await downloaded($0, london, "downloaded") }
        }
    }

    /// Waits until a download has a state, and returns its row.
    private func downloaded(_ served: InProcessServer, _ id: String, _ state: String) async throws -> [String:
        any Sendable]
    {
        try await waitForValue {
            try await served.get("/api/downloads").rows()
                .first { $0["id"] as? String == id && $0["state"] as? String == state }
        }
    }
}
