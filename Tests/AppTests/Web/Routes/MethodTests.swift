import Foundation
import Testing

@Suite("Methods and paths of the API", .timeLimit(.minutes(3)))
struct MethodTests {
    @Test(
        "Given a method that a path does not have, then I am told which it has",
        arguments: [
            ("POST", "/api/music", "GET, HEAD, OPTIONS"), ("GET", "/api/sync", "OPTIONS, POST"),
            ("POST", "/api/music/1/bookmark", "DELETE, OPTIONS, PUT"),
            ("TRACE", "/api/to-dos", "GET, HEAD, OPTIONS, POST"),
            ("PROPFIND", "/api/to-dos/1", "DELETE, GET, HEAD, OPTIONS"),
        ])
    func wrong(method: String, path: String, allowed: String) async throws {
        try await Served.gathered { served in
            let answer = try await served.send(method, path)
            #expect(answer.status == 405)
            #expect(answer["Allow"] == allowed)
            #expect(answer["Content-Type"] == "application/problem+json")
            let options = try await served.send("OPTIONS", path)
            #expect(options.status == 204)
            #expect(options["Allow"] == allowed)
        }
    }

    @Test(
        "Given a path that there is none of, then that is told as a problem",
        arguments: ["/api/", "/api/musik", "/api/music/1/2/3", "/api/music/1/nothing", "/api/../etc/passwd"])
    func unknown(path: String) async throws {
        try await Served.gathered { served in
            for method in ["GET", "POST", "OPTIONS"] {
                let answer = try await served.send(method, path == "/api/" ? "/api/x" : path)
                #expect(answer.status == 404)
                #expect(answer["Content-Type"] == "application/problem+json")
            }
        }
    }

    @Test(
        "Given a problem under /api, however it is written, then it is told in JSON",
        arguments: ["/api?x=1", "//api/nothing"])
    func problems(path: String) async throws {
        try await Served.gathered { served in
            let answer = try await served.get(path)
            #expect(answer.status == (path.contains("?") ? 400 : 404))
            #expect(answer["Content-Type"] == "application/problem+json")
        }
    }

    @Test(
        "Given a head that is asked for, then it is that of the answer, without the body",
        arguments: ["/api", "/api/music", "/api/openapi.json", "/api/music/none", "/api/downloads"])
    func head(path: String) async throws {
        try await Served.gathered { served in
            let answer = try await served.get(path)
            try await RawConnection.with(port: served.port) { connection in
                for _ in 1...2 {
                    try await connection.send("HEAD \(path) HTTP/1.1\r\nHost: \(served.authority)\r\n\r\n")
                    let head = try await connection.answer(toHead: true)
                    #expect(head.status == answer.status)
                    for name in ["Content-Length", "Content-Type", "ETag"] { #expect(head[name] == answer[name]) }
                }
                #expect(connection.bytes.isEmpty)
            }
        }
    }
}
