import FermataDomain
import TestServer
import Testing

@Suite("A catalogue that has moved")
struct HTTPRedirectTests {
    @Test("up to five redirects are followed", arguments: [1, 5])
    func followed(hops: Int) async throws {
        try await withServer { server, fetcher in
            server.redirect("/start", hops: hops, to: "/songs")
            server.answer("/songs", .json(record("a")))
            let titles = try await fetcher.fetch(server.url("/start")).titles
            #expect(titles == ["a"])
            #expect(server.requests.count == hops + 1)
        }
    }

    @Test("a sixth redirect is refused")
    func tooMany() async throws {
        try await withServer { server, fetcher in
            server.redirect("/start", hops: 6, to: "/songs")
            server.answer("/songs", .json(record("a")))
            let failure = try await fetcher.failure(server.url("/start"))
            #expect(failure?.kind == .refused)
            #expect(failure?.reason == "redirects more than 5 times")
            #expect(!server.requests.map(\.path).contains("/songs"))
        }
    }

    @Test("a circle of redirects is refused")
    func circle() async throws {
        try await withServer { server, fetcher in
            server.answer("/a", .redirect(to: "/b"))
            server.answer("/b", .redirect(to: "/a"))
            let failure = try await fetcher.failure(server.url("/a"))
            #expect(failure?.kind == .refused)
            #expect(failure?.reason == "redirects in a circle")
            #expect(failure?.address == server.url("/a"))
        }
    }

    @Test("a redirect away from the web is refused", arguments: ["file:///etc/passwd", "FTP://example.org/a"])
    func otherScheme(location: String) async throws {
        try await withServer { server, fetcher in
            server.answer("/a", .redirect(to: location))
            let failure = try await fetcher.failure(server.url("/a"))
            #expect(failure?.kind == .refused)
            let scheme = location.lowercased().prefix { $0 != ":" }
            #expect(failure?.reason == "redirects to \(scheme):, where only http and https are followed")
        }
    }

    @Test(
        "a redirect to no address is refused, and ends nothing else",
        arguments: ["http://127.0.0.1:99999/a", "http://", "http://[::1", "http://a:0/", "//127.0.0.1:70000/"])
    func noAddress(location: String) async throws {
        try await withServer { server, fetcher in
            server.answer("/a", .redirect(to: location))
            let failure = try await fetcher.failure(server.url("/a"))
            #expect(failure?.kind == .refused)
            #expect(failure?.reason == "redirects to an address that does not exist")
        }
    }

    @Test("an answer with a choice of addresses is no redirect", arguments: [300, 305])
    func choice(status: Int) async throws {
        try await withServer { server, fetcher in
            server.answer("/a", .redirect(to: "/songs", status: status))
            let failure = try await fetcher.failure(server.url("/a"))
            #expect(failure?.kind == .refused && failure?.reason.hasPrefix("answers \(status)") == true)
        }
    }

    @Test("a redirect is followed from where it was met", arguments: ["songs", "./songs", "/b/songs", "?songs", "#a"])
    func relative(location: String) async throws {
        try await withServer { server, fetcher in
            server.answer("/b/a", .redirect(to: location))
            server.answer("/b/songs", .json(record("a")))
            let failure = try await fetcher.failure(server.url("/b/a"))
            #expect(failure == nil || location.hasPrefix("?") || location.hasPrefix("#"))
        }
    }

    @Test("another origin is sent no credentials, and the secrets of its address are not told")
    func otherOrigin() async throws {
        try await withCatalogueServer { other in
            try await withServer { server, fetcher in
                other.answer("/songs", .json(#"{"title": "a", "duration": 1, "image": "a.jpg"}"#))
                let target = other.url("/songs").replacing("http://", with: "http://user:secret@")
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
