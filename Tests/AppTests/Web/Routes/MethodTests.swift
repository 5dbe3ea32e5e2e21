import Foundation
import Testing

@Suite("Methods and paths of the API", .timeLimit(.minutes(3)))
struct MethodTests {
    @Test("Given a wrong method, then the response lists the allowed ones")
    func listsAllowedMethods() async throws {
        let cases: [(String, String, String)] = [
            ("POST", "/api/music", "GET, HEAD, OPTIONS"), ("GET", "/api/sync", "OPTIONS, POST"),
            ("POST", "/api/music/1/bookmark", "DELETE, OPTIONS, PUT"),
            ("POST", "/api/music/1/rating", "DELETE, OPTIONS, PUT"),
            ("TRACE", "/api/to-dos", "GET, HEAD, OPTIONS, POST"),
            ("PROPFIND", "/api/to-dos/1", "DELETE, GET, HEAD, OPTIONS, PATCH"),
        ]
        try await InProcessServer.withBandLibrary { served in
            for (method, path, allowed) in cases {
                let response = try await served.send(method, path)
                #expect(response.status == 405, "\(method) \(path)")
                #expect(response["Allow"] == allowed, "\(method) \(path)")
                #expect(response["Content-Type"] == "application/problem+json", "\(method) \(path)")
                let options = try await served.send("OPTIONS", path)
                #expect(options.status == 204, "\(method) \(path)")
                #expect(options["Allow"] == allowed, "\(method) \(path)")
            }
        }
    }

    @Test("Given an unknown path, then the response is a problem document")
    func rejectsUnknownPaths() async throws {
        let cases: [String] = [
            "/api/x", "/api/musik", "/api/music/1/2/3", "/api/music/1/nothing", "/api/../etc/passwd",
        ]
        try await InProcessServer.withBandLibrary { served in
            for path in cases {
                for method in ["GET", "POST", "OPTIONS"] {
                    let response = try await served.send(method, path)
                    #expect(response.status == 404, "\(method) \(path)")
                    #expect(response["Content-Type"] == "application/problem+json", "\(method) \(path)")
                }
            }
        }
    }

    @Test(
        "Given a problem under /api, in any spelling, then it is JSON",
        arguments: ["/api?x=1", "//api/nothing"])
    func sendsProblemsAsJSON(path: String) async throws {
        try await InProcessServer.withBandLibrary { served in
            let response = try await served.get(path)
            #expect(response.status == (path.contains("?") ? 400 : 404))
            #expect(response["Content-Type"] == "application/problem+json")
        }
    }

    @Test("Given HEAD, then the response has the same fields and no body")
    func answersHead() async throws {
        let cases: [String] = ["/api", "/api/music", "/api/openapi.json", "/api/music/none", "/api/downloads"]
        try await InProcessServer.withBandLibrary { served in
            for path in cases {
                let response = try await served.get(path)
                let head = try await served.send("HEAD", path)
                #expect(head.status == response.status, "\(path)")
                #expect(head.body.isEmpty, "\(path)")
                for name in ["Content-Length", "Content-Type", "ETag"] { #expect(head[name] == response[name]) }
            }
        }
    }
}
