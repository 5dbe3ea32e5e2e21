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
