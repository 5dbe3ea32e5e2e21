import Foundation
import TestServer
import Testing

@Suite("Story: a program lists artists, playlists and sources", .timeLimit(.minutes(3)))
struct ListRouteTests {
    @Test("Given an artist, then the rows are those that the command prints")
    func listsArtistRows() async throws {
        try await InProcessServer.withBandLibrary { served in
            let response = try await served.get("/api/artists/sheeran?sort=newest")
            #expect(response.status == 200)
            #expect(try response.object()["name"] as? String == "Ed Sheeran")
            #expect(try response.object()["count"] as? Int == 4)
            let printed = try await served.program.rows("artist sheeran --sort newest")
            #expect(try response.column("title") == printed.map { $0["title"] as? String })
            #expect(try response.rows().map { Set($0.keys) } == printed.map { Set($0.keys) })
            #expect(try await served.get("/api/artists/Ed%20Sheeran").status == 200)
            #expect(try await served.get("/api/artists/no%20one").status == 404)
            #expect(try await served.get("/api/artists/%20").status == 404)
            let several = try await served.get("/api/artists/e")
            #expect(several.status == 409)
            #expect((try several.object()["candidates"] as? [String])?.contains("Eminem") == true)
        }
    }

    @Test("Given playlists, then they and their music come in order, in windows")
    func listsPlaylists() async throws {
        try await InProcessServer.withBandLibrary { served in
            let list = try await served.get("/api/playlists")
            #expect(try list.column("name") == ["Hard", "Love Songs", "Pop", "Pop Remix"])
            #expect(try await served.get("/api/playlists?text=pop&limit=1&offset=1").column("name") == ["Pop Remix"])
            #expect(try await served.get("/api/playlists?text=pop").object()["total"] as? Int == 2)
            let id = try list.column("id")[3]
            #expect(try await served.get("/api/playlists/\(id)").object()["missing"] as? Int == 1)
            let music = try await served.get("/api/playlists/\(id)/music?limit=2&offset=1")
            #expect(try music.column("title") == ["Stitches", "Sugar"])
            #expect(try music.object()["total"] as? Int == 3)
            #expect(music["Link"] == "</api/playlists/\(id)/music?offset=0&limit=2>; rel=\"prev\"")
            for unknown in ["Pop", "0000000000000000", String(id.dropLast()), "%2F"] {
                #expect(try await served.get("/api/playlists/\(unknown)").status == 404)
                #expect(try await served.get("/api/playlists/\(unknown)/music").status == 404)
            }
        }
    }

    @Test("Given a playlist of its own, then a program fills, renames and deletes it")
    func changesOwnPlaylist() async throws {
        try await InProcessServer.withBandLibrary { served in
            let songs = try await served.get("/api/music?sort=title&limit=2").column("id")
            let made = try await served.send("POST", "/api/playlists", body: #"{"name":"Mix","music":"\#(songs[0])"}"#)
            let path = try #require(made["Location"])
            let count = try made.object()["count"] as? Int
            #expect(made.status == 201 && count == 1)
            let added = try await served.send("POST", path + "/music", body: #"{"music":"\#(songs[1])"}"#)
            let addedCount = try added.object()["count"] as? Int
            #expect(added.status == 200 && addedCount == 2)
            let inserted = #"{"music":"\#(songs[1])","position":"1"}"#
            #expect(try await served.send("POST", path + "/music", body: inserted).status == 200)
            let listed = try await served.get(path + "/music").column("id")
            #expect(listed == [songs[1], songs[0], songs[1]])
            let renamed = try await served.send("PATCH", path, body: #"{"name":"Blend"}"#)
            #expect(try renamed.object()["name"] as? String == "Blend")
            for (method, target, json, status) in [
                ("POST", "/api/playlists", #"{"name":"blend"}"#, 409),
                ("POST", "/api/playlists", #"{"name":" "}"#, 422),
                ("POST", "/api/playlists", "{}", 422), ("PATCH", path, #"{"name":null}"#, 422),
                ("POST", path + "/music", #"{"music":"ffff"}"#, 404), ("POST", path + "/music", "{}", 400),
                ("POST", path + "/music", #"{"music":"\#(songs[0])","position":"9"}"#, 404),
                ("POST", path + "/music", #"{"music":"\#(songs[0])","position":"x"}"#, 400),
                ("PATCH", "/api/playlists/0000000000000007", #"{"name":"x"}"#, 404),
            ] {
                let response = try await served.send(method, target, body: json)
                #expect(response.status == status, "\(method) \(target) \(json)")
            }
            #expect(try await served.send("DELETE", path).status == 204)
            #expect(try await served.get(path).status == 404)
        }
    }

    @Test("Given a source's playlist, then a program cannot change it")
    func refusesToChangePlaylistOfSource() async throws {
        try await InProcessServer.withBandLibrary { served in
            let id = try #require(try await served.get("/api/playlists?text=love").column("id").first)
            #expect(try await served.send("PATCH", "/api/playlists/\(id)", body: #"{"name":"x"}"#).status == 403)
            #expect(try await served.send("DELETE", "/api/playlists/\(id)").status == 403)
            #expect(try await served.get("/api/playlists/\(id)").object()["name"] as? String == "Love Songs")
        }
    }

    @Test("Given hostile text, then it arrives unchanged, in valid JSON")
    func encodesHostileText() async throws {
        let titles = [
            "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "{{title}} {{{x}}} {{#a}}", "a\u{0}b",
            "\u{1B}[31m\u{7}", "\u{202E}gnp.exe", "a\u{2028}\u{2029}b", "\\u0022\\", "data: x\n\nevent: y",
            "e" + String(repeating: "\u{301}", count: 1_000), "\u{FFFF}\u{10FFFF}\u{200B}",
        ]
        let songs = try titles.enumerated().map { number, title in
            let song: [String: any Sendable] = [
                "id": "\(number)", "title": title, "singer": title, "album": title, "duration": 1,
            ]
            return String(decoding: try JSONSerialization.data(withJSONObject: song), as: UTF8.self)
        }
        try await Program.withLibrary(of: .json(songs.joined(separator: "\n"))) { program, _ in
            try await InProcessServer.run(program) { served in
                let response = try await served.get("/api/music")
                let (shown, artists) = (Set(try response.column("title")), Set(try response.column("artist")))
                #expect(titles.indices.filter { !shown.contains(titles[$0]) }.isEmpty)
                #expect(artists == shown)
                let isPrintable = response.text.unicodeScalars.allSatisfy {
                    $0 == "\n" || ($0.value >= 0x20 && $0.value != 0x202E && !(0x7F...0x9F).contains($0.value))
                }
                #expect(isPrintable)
                for id in try response.column("id") {
                    let row = try await served.get("/api/music/\(id)").object()
                    #expect(titles.contains(row["title"] as? String ?? ""))
                }
            }
        }
    }
}
