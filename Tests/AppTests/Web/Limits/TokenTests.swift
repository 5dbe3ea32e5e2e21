import Foundation
import Testing

@Suite("Promise: others reach the library only with its token", .timeLimit(.minutes(3)))
struct TokenTests {
    private static let token = "correct-horse-battery-staple"

    @Test(
        "Given a reachable address without a token, then the server does not start",
        arguments: ["0.0.0.0", "::", "192.0.2.1", "example.org", "127.0.0.1.example.org", "1270.0.0.1"])
    func requiresTokenForOthers(host: String) async throws {
        try await SharedLibrary.band.withCopy { program in
            let outcome = try await program.run("serve --port 0 --host \(host)")
            #expect(outcome.code == 64)
            #expect(outcome.errors.contains("FERMATA_SERVE_TOKEN") && outcome.errors.contains("fermata user add"))
            #expect(outcome.output.isEmpty)
        }
    }

    @Test(
        "Given an unusable token, then the server does not start and does not show it",
        arguments: ["short", "fifteen-letters", "with a space in it", "mit-Umlauten-äöü-äöü"])
    func rejectsUnusableTokens(token: String) async throws {
        var program = try Program()
        program.environment["FERMATA_SERVE_TOKEN"] = token
        let outcome = try await program.run("serve --port 0")
        #expect(outcome.code == 64)
        #expect(outcome.errors.contains("serve.token") && outcome.errors.contains("16"))
        #expect(!outcome.errors.contains(token))
    }

    @Test("Given a token, then programs must send it")
    func authorizesPrograms() async throws {
        try await withTokenInProcess { served in
            let token = Self.token
            let wrong = [
                "", "Bearer", "Bearer ", "Bearer \(token)x", "Bearer \(token.dropLast())", "Basic \(token)", token,
                "Bearer \(token.uppercased())",
            ]
            let paths = [
                "/api", "/api/music", "/api/music/1/audio", "/api/openapi.json", "/api/events", "/api/nothing",
            ]
            for path in paths {
                for authorization in wrong {
                    let response = try await served.get(path, ["Authorization": authorization])
                    #expect(response.status == 401)
                    #expect(response["WWW-Authenticate"] == "Bearer realm=\"Fermata\"")
                    #expect(response["Content-Type"] == "application/problem+json")
                }
            }
            for authorization in ["Bearer \(token)", "bearer  \(token)"] {
                #expect(try await served.get("/api/music", ["Authorization": authorization]).status == 200)
                #expect(try await served.get("/api/music", ["Authorization": authorization]).status == 200)
            }
            #expect(try await served.get("/api/music").status == 401)
            #expect(try await served.get("/api/music?token=\(token)").status == 401)
        }
    }

    @Test("Given a token, when a browser logs in, then it gets a cookie without the token")
    func logsBrowsersIn() async throws {
        try await withTokenInProcess { served in
            let page = try await served.get("/")
            #expect(page.status == 401)
            #expect(page["Content-Type"] == "text/html; charset=utf-8")
            #expect(page.text.contains("<form method=\"post\" action=\"/\">"))
            #expect(try await served.get("/bookmarks").text == page.text)
            let script = try await served.get("/?fragment=list", ["Accept": "text/html, application/problem+json"])
            #expect(script.status == 401)
            #expect(script["Content-Type"] == "application/problem+json")
            for token in ["wrong", Self.token] { #expect(try await served.get("/?token=\(token)").text == page.text) }
            let form = ["Content-Type": "application/x-www-form-urlencoded"]
            let wrong = try await served.send("POST", "/", form, body: "token=wrong")
            #expect(wrong.status == 401)
            #expect(wrong.text.contains("This is not the token"))
            let admission = try await served.send("POST", "/", form, body: "token=\(Self.token)")
            #expect(admission.status == 303)
            #expect(admission["Location"] == "/")
            let cookie = try #require(admission["Set-Cookie"])
            #expect(cookie.hasPrefix("fermata-0="))
            #expect(cookie.hasSuffix("; Path=/; Max-Age=31536000; HttpOnly; SameSite=Strict"))
            #expect(!cookie.contains(Self.token))
            let pair = String(cookie.prefix { $0 != ";" })
            #expect(try await served.get("/api/music", ["Cookie": "a=b; \(pair)"]).status == 200)
            #expect(try await served.get("/", ["Cookie": pair]).status == 200)
            #expect(try await served.get("/api/music", ["Cookie": pair + "x"]).status == 401)
            #expect(try await served.get("/api/music", ["Cookie": "x" + pair]).status == 401)
            let other = try await served.send(
                "POST", "/", form.merging(["Origin": "http://evil"]) { $1 }, body: "token=x")
            #expect(other.status == 403)
        }
    }

    @Test("Given a login form that is too long, then it is rejected")
    func limitsLoginForm() async throws {
        try await withTokenInProcess { served in
            let form = ["Content-Type": "application/x-www-form-urlencoded"]
            let long = "token=\(Self.token)&x=" + String(repeating: "a", count: 4_100)
            let many = (1...200).map { "a\($0)=1&" }.joined() + "token=\(Self.token)"
            for (body, status) in [(long, 413), (many, 400), ("token=\(Self.token)", 303)] {
                let response = try await served.send("POST", "/", form, body: body)
                #expect(response.status == status)
            }
        }
    }

    @Test(
        "Given HEAD without the token, then the response has no body",
        arguments: ["/", "/api", "/no"])
    func omitsBodyForHead(path: String) async throws {
        try await withTokenInProcess { served in
            let response = try await served.send("HEAD", path)
            #expect(response.status == 401)
            #expect(response.body.isEmpty)
        }
    }

    @Test(
        "Given a setting that cannot be used, then the server does not start",
        arguments: [
            ("SERVE_HOSTS", "box:0"), ("SERVE_HOSTS", "a, box:65536"), ("SERVE_HOSTS", ":80"), ("SERVE_HOSTS", "::1"),
            ("SERVE_TRUSTED_PROXIES", "box"), ("SERVE_TRUSTED_PROXIES", "127.0.0.1, 10.0.0.0/33"),
            ("SERVE_TRUSTED_PROXIES", "10.0.0.0/"), ("SERVE_TRUSTED_PROXIES", "::1/129"),
            ("SERVE_PATH", "/fer mata"), ("SERVE_PATH", "/a/../b"), ("SERVE_PATH", "/m%C3%BC"), ("SERVE_PATH", "/a?b"),
        ])
    func rejectsUnusableSettings(variable: String, value: String) async throws {
        var program = try Program()
        program.environment["FERMATA_" + variable] = value
        let outcome = try await program.run("serve --port 0")
        #expect(outcome.code == 64)
        #expect(outcome.errors.contains("FERMATA_" + variable), "\(outcome.errors)")
    }

    @Test("Given host names, then the server accepts its address and those names")
    func acceptsNamedHosts() async throws {
        try await withToken(["--host", "0.0.0.0"]) { served in
            let headers = ["Authorization": "Bearer \(Self.token)"]
            let hosts = [
                served.authority, "music.example.org", "MUSIC.example.org:443", "box", "port", "port:8443",
                "[2001:db8::1]",
                "[2001:DB8::1]:8443",
            ]
            for host in hosts {
                let response = try await served.get("/api/music", headers.merging(["Host": host]) { $1 })
                #expect(response.status == 200)
            }
            for host in ["evil.example", "example.org", "x.music.example.org", "port:8444", "port:0", "port:+8443"] {
                let response = try await served.get("/api/music", headers.merging(["Host": host]) { $1 })
                #expect(response.status == 421)
            }
        }
    }

    private func withTokenInProcess(_ body: @escaping @Sendable (InProcessServer) async throws -> Void) async throws {
        try await InProcessServer.withBandLibrary(environment: ["FERMATA_SERVE_TOKEN": Self.token], body)
    }

    private func withToken(_ arguments: [String] = [], _ body: (ServerProcess) async throws -> Void) async throws {
        try await SharedLibrary.band.withCopy { program in
            var program = program
            program.environment["FERMATA_SERVE_TOKEN"] = Self.token
            program.environment["FERMATA_SERVE_HOSTS"] = "music.example.org , box , port:8443, [2001:db8::1]"
            let outcome = try await ServerProcess.run(program, arguments, body)
            #expect(outcome.code == 0)
            #expect(!outcome.output.contains(Self.token) && !outcome.errors.contains(Self.token))
        }
    }
}
