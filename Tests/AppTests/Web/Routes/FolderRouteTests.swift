import AudioFiles
import Foundation
import TestTraits
import Testing

@Suite("A folder through the server", .timeLimit(.minutes(3)))
struct FolderRouteTests {
    @Test("Given a song of a folder, then its picture is served")
    func servesEmbeddedPicture() async throws {
        try await serving { server, id in
            // On a busy machine, a placeholder may come first.
            try await waitUntil {
                let picture = try await server.get("/api/music/\(id)/artwork")
                #expect(picture.status == 200)
                return picture["Content-Type"] == "image/png"
            }
        }
    }

    @Test("Given a song of a folder, then no route shows its path")
    func hidesPaths() async throws {
        try await serving { server, id in
            let artist = try #require(try await server.get("/api/music/\(id)").object()["artist"] as? String)
            let name = try #require(artist.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
            let targets = [
                "/", "/music/\(id)", "/artists/\(name)", "/downloads", "/playlists", "/api/music", "/api/music/\(id)",
                "/api/artists/\(name)", "/api/sources", "/api/downloads", "/api/playlists", "/api/suggestions?text=Mus",
            ]
            for target in targets {
                let response = try await server.get(target)
                #expect(response.status == 200)
                #expect(!response.text.contains("file:") && !response.text.contains("fermata-tests"), "\(target)")
            }
            let song = try await server.get("/api/music/\(id)").text
            #expect(song.contains(#""audio":null"#) && song.contains(#""downloaded":true"#))
            let audio = try await server.get("/api/music/\(id)/audio")
            #expect(audio.headers.values.allSatisfy { !$0.contains("file:") && !$0.contains("fermata-tests") })
            #expect(try await server.get("/api/sources").text.contains(#""address":null"#))
            let download = try await server.request("PUT", "/api/music/\(id)/download", [:], body: nil)
            #expect(download.status == 200 && !download.text.contains("file:"))
        }
    }

    @Test("Given serve.syncEvery, when I add a file, then it is listed without a request")
    func syncsRegularly() async throws {
        let folder = MusicFolder()
        try folder.add("song.flac", as: "song.flac")
        var program = try Program()
        try await program.run(words: ["source", "add", "folder", folder.path])
        program.environment["FERMATA_SERVE_SYNC_EVERY"] = "0.05"
        try await InProcessServer.run(program) { server in
            try await waitUntil { try await server.get("/api/music").text.contains("캐롤") }
            try folder.add("latin1.mp3", as: "latin1.mp3")
            try await waitUntil { try await server.get("/api/music").text.contains("Motörhead") }
        }
    }

    private func serving(_ body: @escaping @Sendable (InProcessServer, String) async throws -> Void) async throws {
        let folder = MusicFolder()
        try folder.add("song.flac", as: "song.flac")
        try folder.write(Data("song.flac".utf8), to: "List.m3u")
        let program = try Program()
        try await program.run(words: ["source", "add", "folder", folder.path])
        try await program.run("sync")
        let id = try #require(try await program.column("id", "list").first)
        try await InProcessServer.run(program) { try await body($0, id) }
        withExtendedLifetime(folder) {}
    }
}
