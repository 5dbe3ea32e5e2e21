import FermataDomain
import TestServer
import Testing

@Suite("Redirects of an HTTP catalogue")
struct HTTPRedirectTests {
    @Test("follows up to five redirects", arguments: [1, 5])
    func followsFiveRedirects(hops: Int) async throws {
        try await withServer { server, fetcher in
            server.redirect("/start", hops: hops, to: "/songs")
            server.answer("/songs", .json(record("a")))
            let titles = try await fetcher.fetch(server.url("/start")).titles
            #expect(titles == ["a"])
            #expect(server.requests.count == hops + 1)
        }
    }

    @Test("refuses the sixth redirect")
    func refusesSixthRedirect() async throws {
        try await withServer { server, fetcher in
            server.redirect("/start", hops: 6, to: "/songs")
            server.answer("/songs", .json(record("a")))
            let failure = try await fetcher.failure(server.url("/start"))
            #expect(failure?.kind == .refused)
            #expect(failure?.cause == .redirect(.tooMany(limit: 5)))
            #expect(!server.requests.map(\.path).contains("/songs"))
        }
    }

    @Test("refuses a circle of redirects")
    func refusesCircle() async throws {
        try await withServer { server, fetcher in
            server.answer("/a", .redirect(to: "/b"))
            server.answer("/b", .redirect(to: "/a"))
            let failure = try await fetcher.failure(server.url("/a"))
            #expect(failure?.kind == .refused)
            #expect(failure?.cause == .redirect(.loop))
            #expect(failure?.address == server.url("/a"))
        }
    }

    @Test(
        "refuses a redirect to a scheme other than http and https",
        arguments: ["file:///etc/passwd", "FTP://example.org/a"])
    func refusesOtherScheme(location: String) async throws {
        try await withServer { server, fetcher in
            server.answer("/a", .redirect(to: location))
            let failure = try await fetcher.failure(server.url("/a"))
            #expect(failure?.kind == .refused)
            let scheme = location.lowercased().prefix { $0 != ":" }
            #expect(failure?.cause == .redirect(.unsupportedScheme(String(scheme))))
        }
    }

    @Test(
        "refuses a redirect to an invalid address without crashing",
        arguments: ["http://127.0.0.1:99999/a", "http://", "http://[::1", "http://a:0/", "//127.0.0.1:70000/"])
    func refusesInvalidTarget(location: String) async throws {
        try await withServer { server, fetcher in
            server.answer("/a", .redirect(to: location))
            let failure = try await fetcher.failure(server.url("/a"))
            #expect(failure?.kind == .refused)
            #expect(failure?.cause == .redirect(.invalidAddress))
        }
    }

    @Test("does not follow status 300 or 305", arguments: [300, 305])
    func doesNotFollowOtherStatuses(status: Int) async throws {
        try await withServer { server, fetcher in
            server.answer("/a", .redirect(to: "/songs", status: status))
            let failure = try await fetcher.failure(server.url("/a"))
            #expect(failure?.kind == .refused && failure?.cause == .status(status))
        }
    }

    @Test(
        "resolves a redirect's target against the redirecting address",
        arguments: [
            ("songs", "/b/songs"), ("./songs", "/b/songs"), ("/b/songs", "/b/songs"), ("?songs", "/b/a?songs"),
            ("#a", "/b/a"),
        ])
    func resolvesRelativeTarget(location: String, path: String) async throws {
        try await withServer { server, fetcher in
            server.answer("/b/a", .inTurn([.redirect(to: location), .json(record("a"))]))
            server.answer("/b/songs", .json(record("a")))
            let titles = try await fetcher.fetch(server.url("/b/a")).titles
            #expect(titles == ["a"])
            #expect(server.requests.map(\.path) == ["/b/a", path])
        }
    }

    @Test("sends no credentials to another origin and stores none", arguments: ["user", "user:secret", ":secret"])
    func hidesCredentialsFromOtherOrigin(credentials: String) async throws {
        try await withCatalogueServer { other in
            try await withServer { server, fetcher in
                other.answer("/songs", .json(#"{"title": "a", "duration": 1, "image": "a.jpg"}"#))
                let target = other.url("/songs").replacing("http://", with: "http://\(credentials)@")
                server.answer("/a", .redirect(to: target))
                let music = try await fetcher.music(server.url("/a"))
                #expect(music.map(\.artworkURL) == [other.url("/a.jpg")])
                #expect(other.requests.count == 1)
                #expect(other.requests.first?["Authorization"] == nil)
                #expect(other.requests.first?["Cookie"] == nil)
            }
        }
    }
}
