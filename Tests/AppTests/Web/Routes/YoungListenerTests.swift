import Foundation
import TestServer
import Testing

@Suite("The listener's rule holds on every route", .timeLimit(.minutes(3)))
struct YoungListenerTests {
    private static let explicit = ["Take Me Back to London", "River"]

    @Test("Given a young listener, when lists are asked for, then explicit music is in none, and counts for nothing")
    func lists() async throws {
        try await explicitMusic { served, ids, playlist in
            let paths = [
                "/api/music", "/api/music?text=london", "/api/music?artist=eminem", "/api/music?bookmarked=true",
                "/api/music?order=popular&bookmarkedFirst=true", "/api/artists/sheeran", "/api/playlists",
                "/api/downloads", "/api/to-dos", "/api/to-dos/1", "/api/to-dos/2", "/to-dos", "/to-dos/2",
                "/api/sources", "/api",
            ]
            for path in paths {
                let answer = try await served.get(path)
                #expect(answer.status == 200, "\(path)")
                for text in Self.explicit + ids + [playlist, "Hard", "Eminem"] {
                    #expect(!answer.text.contains(text), "\(path) tells of \(text)")
                }
            }
            #expect(try await served.get("/api/music").object()["total"] as? Int == 6)
            #expect(try await served.get("/api/music?text=london").object()["total"] as? Int == 0)
            #expect(try await served.get("/api/playlists").object()["total"] as? Int == 3)
            #expect(try await served.get("/api/downloads").object()["total"] as? Int == 0)
            #expect(try await served.get("/api/artists/sheeran").object()["count"] as? Int == 3)
        }
    }

    @Test("Given a young listener, when explicit music is named, then it is refused on each route, and nothing changes")
    func refused() async throws {
        try await explicitMusic { served, ids, playlist in
            let requests = ids.flatMap { id in
                [
                    ("GET", "/api/music/\(id)"), ("GET", "/api/music/\(id.prefix(12))"), ("HEAD", "/api/music/\(id)"),
                    ("PUT", "/api/music/\(id)/bookmark"), ("DELETE", "/api/music/\(id)/bookmark"),
                    ("PUT", "/api/music/\(id)/download"), ("DELETE", "/api/music/\(id)/download"),
                    ("GET", "/api/music/\(id)/artwork"),
                ]
            }
            let others = [
                ("GET", "/api/artists/eminem"), ("GET", "/api/playlists/\(playlist)"),
                ("GET", "/api/playlists/\(playlist)/music"),
            ]
            for (method, path) in requests + others {
                let answer = try await served.send(method, path)
                #expect(answer.status == 403, "\(method) \(path)")
                for title in Self.explicit { #expect(!answer.text.contains(title)) }
            }
            for id in ids {
                let body = "{\"title\":\"Listen\",\"music\":\"\(id)\"}"
                #expect(try await served.send("POST", "/api/to-dos", body: body).status == 403)
            }
            let artist = try await served.send("POST", "/api/to-dos", body: #"{"title":"x","artist":"eminem"}"#)
            #expect(artist.status == 403)
            let adult = try await served.program.column("title", "list --bookmarked")
            #expect(adult == ["River", "Take Me Back to London"])
            #expect(try await served.program.column("state", "downloads") == ["downloaded", "downloaded"])
        }
    }

    @Test("Given a young listener, then neither sources nor their reading tell how much music there is")
    func counts() async throws {
        try await explicitMusic { served, _, _ in
            let source = try #require(try await served.get("/api/sources").rows().first)
            #expect(source["name"] as? String == "radio" && source["count"] is NSNull)
            let events = try await RawConnection(port: served.port)
            try await events.send("GET /api/events HTTP/1.1\r\nHost: \(served.authority)\r\n\r\n")
            try await events.wait(for: "event: library")
            #expect(try await served.send("POST", "/api/sync").status == 202)
            try await events.wait(for: "\"isRunning\":false}")
            #expect(events.text.contains("\"text\":\"radio: unchanged\""))
            #expect(!events.text.contains("record"))
            await events.close()
        }
    }

    @Test("Given a young listener, when a playlist holds explicit music too, then only the rest is told")
    func playlist() async throws {
        try await BandCatalogue.gathered { program, _ in
            try await Served.run(program, ["--age", "12", "--strict"]) { served in
                let answer = try await served.get("/api/music")
                #expect(try answer.rows().isEmpty)
            }
            try await Served.run(program, ["--age", "19"]) { served in
                let answer = try await served.get("/api/music")
                #expect(try answer.rows().count == 8)
            }
        }
    }

    /// A library whose explicit music is bookmarked, downloaded and on the list of to-dos, served to somebody of twelve.
    private func explicitMusic(_ body: (Served, [String], String) async throws -> Void) async throws {
        try await BandCatalogue.gathered { program, server in
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
            try await Served.run(program, ["--age", "12"]) { try await body($0, ids, id) }
        }
    }
}
