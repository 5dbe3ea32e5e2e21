import Foundation
import Testing

@Suite(
    "Story: I reach my music through nginx, as the article says", .timeLimit(.minutes(3)),
    .enabled(if: Nginx.executable != nil, "nginx has to be installed, which Tests/run does"))
struct ProxyTests {
    @Test("Given nginx, when the library changes, then the event arrives at once", arguments: Nginx.Setup.allCases)
    func passesEventsOn(setup: Nginx.Setup) async throws {
        try await Nginx.withBandLibrary(setup) { proxy in
            let id = try await id(proxy, setup)
            try await proxy.waitForEvent(at: setup.root + "/api/events") {
                try await proxy.program.run("bookmark \(id)")
            }
        }
    }

    @Test("Given nginx, then only pages of its site may request a change", arguments: Nginx.Setup.allCases)
    func acceptsOwnOrigin(setup: Nginx.Setup) async throws {
        try await Nginx.withBandLibrary(setup) { proxy in
            let bookmark = "\(setup.root)/api/music/\(try await id(proxy, setup))/bookmark"
            for (origin, status) in [
                (proxy.origin, 200), ("https://music.example.org", 200), ("https://music.example.org:1", 403),
                (proxy.origin.replacing("https", with: "http"), 403), ("https://evil.example:\(proxy.port)", 403),
            ] {
                let response = try await proxy.send("PUT", bookmark, ["Origin": origin])
                #expect(response.status == status, "\(origin)")
            }
            #expect(try await proxy.get("\(setup.root)/", ["Host": "evil.example"]).status == 421)
        }
    }

    /// What guides for other programs recommend, and what nginx does without an option.
    @Test(
        "Given another usual configuration, then a page of the site may request a change",
        arguments: ["", "proxy_set_header Host $host;", "proxy_set_header Host $http_host;"])
    func acceptsUsualHosts(lines: String) async throws {
        let change = { (configuration: String) in
            configuration.replacing(/( *proxy_set_header[^\n]*\n)+/, with: lines + "\n")
        }
        try await Nginx.withBandLibrary(.name, proxied: change) { proxy in
            let bookmark = "/api/music/\(try await id(proxy, .name))/bookmark"
            let site = ["Sec-Fetch-Site": "same-origin"]
            for (headers, status) in [
                (site.merging(["Origin": proxy.origin]) { $1 }, 200),
                (["Origin": "https://evil.example"], 403),
                (["Origin": proxy.origin, "Sec-Fetch-Site": "same-site"], 403),
            ] {
                #expect(try await proxy.send("PUT", bookmark, headers).status == status, "\(headers)")
            }
        }
    }

    @Test("Given nginx, when a browser logs in, then its cookie is for this site", arguments: Nginx.Setup.allCases)
    func logsIn(setup: Nginx.Setup) async throws {
        try await Nginx.withBandLibrary(setup) { proxy in
            let page = try await proxy.get("\(setup.root)/", ["Authorization": ""])
            #expect(page.status == 401)
            #expect(page.text.contains("action=\"\(setup.root)/\""))
            let form = ["Authorization": "", "Content-Type": "application/x-www-form-urlencoded"]
            let token = proxy.authorization.replacing("Bearer ", with: "")
            let admission = try await proxy.send("POST", "\(setup.root)/", form, body: "token=\(token)")
            #expect(admission.status == 303)
            #expect(admission["Location"] == "\(setup.root)/")
            let cookie = try #require(admission["Set-Cookie"])
            #expect(cookie.contains("; Path=\(setup.root.isEmpty ? "/" : setup.root); "))
            #expect(cookie.hasSuffix("; Secure"))
            let pair = String(cookie.prefix { $0 != ";" })
            let shown = try await proxy.get("\(setup.root)/", ["Authorization": "", "Cookie": pair])
            #expect(shown.status == 200)
        }
    }

    @Test("Given nginx, then every address on every page leads to the library", arguments: Nginx.Setup.allCases)
    func linksStayBelowPath(setup: Nginx.Setup) async throws {
        try await Nginx.withBandLibrary(setup) { proxy in
            let song = try await id(proxy, setup)
            try await proxy.program.run(words: ["todo", "add", "Buy tickets", "--music", song])
            let pages = try await SiteReader(root: setup.root).read(proxy)
            #expect(pages > 20)
        }
    }

    private func id(_ proxy: Nginx, _ setup: Nginx.Setup) async throws -> String {
        let response = try await proxy.get("\(setup.root)/api/music?limit=1&text=perfect")
        return try #require(try response.column("id").first)
    }
}

extension Nginx.Setup {
    /// The path below which the pages are.
    var root: String { self == .path ? "/fermata" : "" }
}
