import Foundation
import Testing

@Suite("An answer that has not changed is not sent again", .timeLimit(.minutes(3)))
struct CachedResponseTests {
    @Test(
        "Given an answer that I have, when I ask for it again, then I am told that it holds",
        arguments: [
            "/api/music", "/api/playlists", "/api/downloads", "/api/to-dos", "/api/sources", "/api/artists/sheeran",
            "/api/openapi.json", "/api",
        ])
    func notModified(path: String) async throws {
        try await Served.gathered { served in
            let tag = try #require(try await served.get(path)["ETag"])
            #expect(tag.wholeMatch(of: /"[A-Za-z0-9+\/]{16}"/) != nil)
            #expect(try await served.get(path)["Cache-Control"] == "private, no-cache")
            for known in [tag, "W/\(tag)", "\"x\", \(tag)", "\"x\",W/\(tag) , \"y\"", "*"] {
                let answer = try await served.get(path, ["If-None-Match": known])
                #expect(answer.status == 304)
                #expect(answer.body.isEmpty)
                #expect(answer["ETag"] == tag)
                #expect(answer["Content-Security-Policy"] != nil)
            }
            for known in ["\"x\"", tag.replacing("\"", with: ""), "W/", ",", tag + "x"] {
                #expect(try await served.get(path, ["If-None-Match": known]).status == 200)
            }
        }
    }

    @Test("Given answers that are kept, when this or another program changes the library, then the next ones are new")
    func changes() async throws {
        try await Served.gathered { served in
            let id = try await served.id("perfect")
            var tags: Set<String> = []
            for round in 0..<6 {
                for _ in 1...3 {
                    let answer = try await served.get("/api/music/\(id)")
                    #expect(try answer.object()["bookmarked"] as? Bool == !round.isMultiple(of: 2))
                    tags.insert(answer["ETag"] ?? "")
                }
                let set = round.isMultiple(of: 2)
                if round < 3 {
                    try await served.program.run("\(set ? "bookmark" : "unbookmark") \(id)")
                } else {
                    _ = try await served.send(set ? "PUT" : "DELETE", "/api/music/\(id)/bookmark")
                }
            }
            #expect(tags.count == 2)
        }
    }

    @Test("Given more different questions than are kept, then each is answered right, first and again")
    func many() async throws {
        try await Served.gathered { served in
            try await RawConnection.with(port: served.port) { connection in
                for (limit, offset) in (0..<1_400).map({ ($0 % 7, $0 % 100) }) {
                    try await connection.send(
                        "GET /api/music?limit=\(limit)&offset=\(offset) HTTP/1.1\r\nHost: \(served.authority)\r\n\r\n")
                    let answer = try await connection.answer()
                    try #require(answer.status == 200)
                    try #require(try answer.rows().count == max(0, min(limit, 8 - offset)))
                }
            }
        }
    }
}
