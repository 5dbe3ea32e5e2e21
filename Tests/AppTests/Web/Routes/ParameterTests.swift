import Foundation
import Testing

@Suite("The API reads parameters strictly", .timeLimit(.minutes(3)))
struct ParameterTests {
    @Test("Given an invalid parameter, then the problem names it")
    func rejectsInvalidParameters() async throws {
        let cases: [(String, String, String)] = [
            ("/api/music", "order=foo", "order"), ("/api/music", "limit=abc", "limit"),
            ("/api/music", "limit=-1", "limit"), ("/api/music", "limit=501", "limit"),
            ("/api/music", "limit=", "limit"), ("/api/music", "limit=%2B1", "limit"),
            ("/api/music", "offset=9007199254740992", "offset"),
            ("/api/music", "offset=99999999999999999999", "offset"),
            ("/api/music", "bookmarked=yes", "bookmarked"), ("/api/music", "reversed", "reversed"),
            ("/api/music", "sort=foo", "sort"), ("/api/music", "sort=title&order=foo", "order"),
            ("/api/music", "reverse=1", "reverse"),
            ("/api/music", "limit=1&limit=2", "limit"), ("/api/music", "oder=title", "oder"),
            ("/api/music", "text=" + String(repeating: "a", count: 201), "text"),
            ("/api/artists/sheeran", "order=title", "order"), ("/api/playlists", "limit=501", "limit"),
            ("/api/albums", "sort=title", "sort"), ("/api/albums", "seed=x", "seed"),
            ("/api/albums", "genre=x", "genre"),
            ("/api/albums/0000000000000001", "limit=501", "limit"), ("/api/genres", "sort=x", "sort"),
            ("/api/playlists", "order=title", "order"), ("/api/downloads", "offset=x", "offset"),
            ("/api/history", "limit=501", "limit"), ("/api/history", "sort=title", "sort"),
            ("/api/to-dos", "section=all", "section"), ("/api/sources", "limit=1", "limit"),
            ("/api/music/1/lyrics", "at=-1", "at"), ("/api/music/1/lyrics", "at=1:23", "at"),
            ("/api/music/1/audio", "x=1", "x"), ("/api/music/1/artwork", "x=1", "x"),
            ("/api/openapi.json", "x=1", "x"), ("/api/events", "x=1", "x"),
        ]
        try await InProcessServer.withBandLibrary { served in
            for (path, query, parameter) in cases {
                let response = try await served.get("\(path)?\(query)")
                #expect(response.status == 400, "\(path)?\(query)")
                #expect(response["Content-Type"] == "application/problem+json", "\(path)?\(query)")
                let problem = try response.object()
                #expect(problem["type"] as? String == "about:blank", "\(path)?\(query)")
                #expect(problem["title"] as? String == "Bad Request", "\(path)?\(query)")
                #expect(problem["status"] as? Int == 400, "\(path)?\(query)")
                #expect(problem["parameter"] as? String == parameter, "\(path)?\(query)")
                #expect((problem["detail"] as? String)?.contains("“\(parameter)”") == true, "\(path)?\(query)")
            }
        }
    }

    @Test("Given a query or path that is not UTF-8, then the status is 400")
    func rejectsInvalidEncoding() async throws {
        let cases: [String] = ["/api/music?text=%ff", "/api/music?text=%", "/api/music?text=%4", "/api/artists/%ff%fe"]
        try await InProcessServer.withBandLibrary { served in
            for target in cases {
                let response = try await served.get(target)
                #expect(response.status == 400, "\(target)")
            }
        }
    }

    @Test("Given too many parameters, then the status is 400")
    func limitsParameters() async throws {
        try await InProcessServer.withBandLibrary { served in
            let query = (1...33).map { "p\($0)=1" }.joined(separator: "&")
            for path in ["/api/music", "/"] {
                let response = try await served.get("\(path)?\(query)")
                #expect(response.status == 400 && response.text.contains("32 parameters"))
            }
            let few = try await served.get("/api/music?limit=1&" + String(repeating: "&", count: 40))
            #expect(few.status == 200)
        }
    }

    @Test("Given an unknown source, then the status is 404")
    func rejectsUnknownSource() async throws {
        try await InProcessServer.withBandLibrary { served in
            #expect(try await served.get("/?source=nowhere").status == 404)
            let response = try await served.get("/api/music?source=nowhere")
            #expect(response.status == 404)
        }
    }
}
