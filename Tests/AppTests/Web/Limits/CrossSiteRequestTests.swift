import Foundation
import Testing

@Suite("Promise: no page of another site reads or changes the library", .timeLimit(.minutes(3)))
struct CrossSiteRequestTests {
    @Test("Given a request for another host, then it is rejected")
    func rejectsOtherHosts() async throws {
        let hosts = [
            ("evil.example", 421), ("127.0.0.1", 421), ("127.0.0.1:1", 421), ("localhost.evil.example", 421),
            ("evil.example:PORT", 421), ("[::1]:PORT", 200), ("localhost:PORT", 200), ("LOCALHOST:PORT", 200),
            ("127.0.0.1:PORT", 200), ("127.0.0.1:PORT, evil", 421), ("127.0.0.1:PORT.evil", 421), ("", 400), ("@", 421),
            ("localhost", 421), ("0x7f.1:PORT", 421), ("127.0.0.1:+PORT", 421), ("[::1", 421),
        ]
        try await ServerProcess.withBandLibrary { served in
            for (name, status) in hosts {
                let host = name.replacing("PORT", with: "\(served.port)")
                let response = try await served.get("/api/music", ["Host": host])
                #expect(response.status == status, "\(name)")
                #expect((response["Content-Type"] == "application/problem+json") == (status != 200), "\(name)")
            }
        }
    }

    @Test("Given an absolute address in the request line, then its host counts")
    func checksAbsoluteForm() async throws {
        try await ServerProcess.withBandLibrary { served in
            for (target, host, status) in [
                ("http://evil.example", served.authority, 421), ("HTTP://\(served.authority)", "evil.example", 200),
                ("http://\(served.authority)", served.authority, 200),
                ("http://\(served.authority)@evil.example", served.authority, 421),
            ] {
                try await RawConnection.with(port: served.port) { connection in
                    try await connection.send("GET \(target)/api/music HTTP/1.1\r\nHost: \(host)\r\n\r\n")
                    let response = try await connection.response()
                    #expect(response.status == status, "\(target) with \(host)")
                }
            }
        }
    }

    @Test("Given a request with two hosts, then it is rejected")
    func rejectsTwoHosts() async throws {
        try await ServerProcess.withBandLibrary { served in
            try await RawConnection.with(port: served.port) { connection in
                try await connection.send(
                    "GET /api/music HTTP/1.1\r\nHost: \(served.authority)\r\nHost: evil.example\r\n\r\n")
                let response = try await connection.response()
                #expect(response.status == 400)
            }
        }
    }

    @Test("Given a change from a page, then only pages of this server may request it")
    func rejectsOtherOrigins() async throws {
        let cases: [([String: String], Int)] = [
            (["Origin": "http://evil.example"], 403), (["Origin": "null"], 403),
            (["Sec-Fetch-Site": "cross-site"], 403),
            (["Sec-Fetch-Site": "same-site"], 403), (["Origin": "http://127.0.0.1:1"], 403),
            (["Origin": "https://music.example.org"], 403), (["Origin": "http://AUTHORITY.evil"], 403),
            (["Origin": "ftp://AUTHORITY"], 403),
            (["Origin": "http://AUTHORITY", "Sec-Fetch-Site": "cross-site"], 403),
            (["Origin": "http://AUTHORITY", "Sec-Fetch-Site": "same-origin"], 200), ([:], 200),
            (["Sec-Fetch-Site": "none"], 200),
        ]
        try await expectChanges(cases)
    }

    @Test("Given a proxy with another host, then only its pages may request a change")
    func acceptsOriginOfProxy() async throws {
        let cases: [([String: String], Int)] = [
            (["Origin": "https://music.example.org"], 200), (["Origin": "http://music.example.org"], 403),
            (["Origin": "https://music.example.org:8443"], 403), (["Origin": "https://other.example.org"], 403),
            (["Origin": "https://music.example.org.evil"], 403), (["Origin": "https://localhost"], 200),
            (["Origin": "https://music.example.org", "Sec-Fetch-Site": "cross-site"], 403),
            (["Origin": "https://music.example.org", "Sec-Fetch-Site": "same-origin"], 200),
            (["Origin": "https://music.example.org:8443", "Sec-Fetch-Site": "same-origin"], 200),
            (["Origin": "https://music.example.org:8443", "Sec-Fetch-Site": "same-site"], 403),
            (["Origin": "https://evil.example:8443", "Sec-Fetch-Site": "same-origin"], 403),
            (["Origin": "https://box.example.org:8443"], 200), (["Origin": "https://box.example.org:8444"], 403),
            (["Origin": "https://box.example.org"], 403), (["Origin": "https://box.example.org:"], 403),
            (["Origin": "https://box.example.org:8444", "Sec-Fetch-Site": "same-origin"], 403),
        ]
        let hosts = "localhost, Music.example.org, box.example.org:8443"
        try await expectChanges(cases, environment: ["FERMATA_SERVE_HOSTS": hosts])
    }

    /// Requests a bookmark with header fields, and expects a status and a bookmark if it is 200. Everyone may read.
    private func expectChanges(
        _ cases: [([String: String], Int)], environment: [String: String] = [:]
    ) async throws {
        try await InProcessServer.withBandLibrary(environment: environment) { served in
            let id = try await served.id("perfect")
            for (headers, status) in cases {
                let headers = headers.mapValues { $0.replacing("AUTHORITY", with: "localhost") }
                let response = try await served.send("PUT", "/api/music/\(id)/bookmark", headers)
                #expect(response.status == status, "\(headers)")
                let bookmarked = try await served.program.column("id", "list --bookmarked")
                #expect(bookmarked == (status == 200 ? [id] : []), "\(headers)")
                #expect(try await served.get("/api/music", headers).status == 200, "\(headers)")
                try await served.program.run("unbookmark \(id)")
            }
        }
    }

    @Test(
        "Given a forwarded host, then it counts only from a trusted proxy",
        arguments: [
            (
                "",
                [
                    ("music.example.org", "", 200), ("evil.example", "", 200),
                    ("music.example.org", "https://evil.example", 403), ("evil.example", "https://evil.example", 403),
                ]
            ), ("127.0.0.0/8", [("music.example.org", "", 200)]),
            (
                "127.0.0.1",
                [
                    ("music.example.org:8443, inner.example", "", 200), ("localhost:8080", "", 200),
                    ("evil.example", "", 421), ("evil.example", "https://evil.example:8443", 421),
                    ("music.example.org", "https://music.example.org:8443", 200),
                    ("music.example.org:8444", "https://music.example.org:8444", 200),
                    ("music.example.org", "http://music.example.org:8443", 403),
                    ("music.example.org", "https://music.example.org:8445", 403),
                ]
            ), ("10.0.0.0/8, ::1", [("evil.example", "", 200)]),
            ("10.0.0.0/8", [("music.example.org", "https://music.example.org:8443", 403)]),
        ] as [(String, [(String, String, Int)])])
    func readsForwardedHost(trusted: String, requests: [(String, String, Int)]) async throws {
        try await SharedLibrary.band.withCopy { program in
            var program = program
            program.environment["FERMATA_SERVE_HOSTS"] = "music.example.org"
            program.environment["FERMATA_SERVE_TRUSTED_PROXIES"] = trusted
            try await ServerProcess.run(program) { served in
                let id = try await served.id("perfect")
                for (host, origin, status) in requests {
                    let headers = [
                        "Origin": origin, "X-Forwarded-Host": host, "X-Forwarded-Port": "8443",
                        "X-Forwarded-Proto": "https",
                    ]
                    let response = try await served.send("PUT", "/api/music/\(id)/bookmark", headers)
                    #expect(response.status == status, "\(host) \(origin)")
                }
            }
        }
    }

    @Test("Given any response, then it has each security header once")
    func sendsSecurityHeaders() async throws {
        try await InProcessServer.withBandLibrary { served in
            let policy =
                "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; media-src 'self'; "
                + "connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
            let id = try await served.id("perfect")
            let paths = [
                "/", "/api", "/api/music", "/api/music", "/api/music?limit=x", "/nothing", "/api/nothing",
                "/api/music/\(id)/artwork", "/api/downloads",
            ]
            for path in paths {
                let response = try await served.get(path)
                #expect(response["Content-Security-Policy"] == policy, "\(path)")
                #expect(response["X-Content-Type-Options"] == "nosniff")
                #expect(response["Referrer-Policy"] == "same-origin")
                #expect(response["Cross-Origin-Resource-Policy"] == "same-origin")
                #expect(response["Cross-Origin-Opener-Policy"] == "same-origin")
                #expect(response["Permissions-Policy"]?.contains("geolocation=()") == true)
                #expect(response["Access-Control-Allow-Origin"] == nil)
                #expect(response["Server"] == nil)
            }
        }
    }
}
