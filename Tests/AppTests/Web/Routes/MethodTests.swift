import Foundation
import Testing

@Suite("Methods and paths of the API", .timeLimit(.minutes(3)))
struct MethodTests {
    @Test(
        "Given a wrong method, then the response lists the allowed ones",
        arguments: [
            ("POST", "/api/music", "GET, HEAD, OPTIONS"), ("GET", "/api/sync", "OPTIONS, POST"),
            ("POST", "/api/music/1/bookmark", "DELETE, OPTIONS, PUT"),
            ("TRACE", "/api/to-dos", "GET, HEAD, OPTIONS, POST"),
            ("PROPFIND", "/api/to-dos/1", "DELETE, GET, HEAD, OPTIONS, PATCH"),
        ])
    func listsAllowedMethods(method: String, path: String, allowed: String) async throws {
        try await InProcessServer.withBandLibrary { served in
            let response = try await served.send(method, path)
            #expect(response.status == 405)
            #expect(response["Allow"] == allowed)
            #expect(response["Content-Type"] == "application/problem+json")
            let options = try await served.send("OPTIONS", path)
            #expect(options.status == 204)
            #expect(options["Allow"] == allowed)
        }
    }

    @Test(
        "Given an unknown path, then the response is a problem document",
        arguments: ["/api/x", "/api/musik", "/api/music/1/2/3", "/api/music/1/nothing", "/api/../etc/passwd"])
    func rejectsUnknownPaths(path: String) async throws {
        try await InProcessServer.withBandLibrary { served in
            for method in ["GET", "POST", "OPTIONS"] {
                let response = try await served.send(method, path)
                #expect(response.status == 404)
                #expect(response["Content-Type"] == "application/problem+json")
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

    @Test(
        "Given HEAD, then the response has the same fields and no body",
        arguments: ["/api", "/api/music", "/api/openapi.json", "/api/music/none", "/api/downloads"])
    func answersHead(path: String) async throws {
        try await InProcessServer.withBandLibrary { served in
            let response = try await served.get(path)
            let head = try await served.send("HEAD", path)
            #expect(head.status == response.status)
            #expect(head.body.isEmpty)
            for name in ["Content-Length", "Content-Type", "ETag"] { #expect(head[name] == response[name]) }
        }
    }
}
