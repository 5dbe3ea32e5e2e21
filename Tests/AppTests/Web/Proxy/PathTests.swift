import Foundation
import Testing
import WebDriver

@Suite("Story: my library is below a path of my site", .timeLimit(.minutes(3)))
struct PathTests {
    @Test(
        "Given a path, then requests with it and without it reach the same routes",
        arguments: ["/fermata", "home/music/"])
    func servesBelowPath(path: String) async throws {
        let root = "/" + path.split(separator: "/").joined(separator: "/")
        try await InProcessServer.withBandLibrary(environment: ["FERMATA_SERVE_PATH": path]) { served in
            for route in ["/", "/api/music", "/api", "/bookmarks", "/assets/fermata.js", "/robots.txt"] {
                let response = try await served.get(root + route)
                #expect(response.status == 200, "\(route)")
                #expect(try await served.get(route).body == response.body)
            }
            let moved = try await served.get(root + "?text=sugar")
            #expect(moved.status == 308)
            #expect(moved["Location"] == root + "/?text=sugar")
            #expect(try await served.get(root + "x/").status == 404)
            let missing = try await served.get(root + "/api/nothing")
            #expect(missing["Content-Type"] == "application/problem+json")
        }
    }

    @Test("Given a path, then the API's addresses begin with it")
    func describesPath() async throws {
        try await InProcessServer.withBandLibrary(environment: ["FERMATA_SERVE_PATH": "/fermata"]) { served in
            #expect(try await served.get("/fermata/api").object()["openapi"] as? String == "/fermata/api/openapi.json")
            let document = try await served.get("/fermata/api/openapi.json").object()
            #expect((document["servers"] as? [[String: any Sendable]])?.first?["url"] as? String == "/fermata")
            let links = try await served.get("/fermata/api/music?limit=2&offset=2")["Link"]
            let both =
                "</fermata/api/music?offset=0&limit=2>; rel=\"prev\", </fermata/api/music?offset=4&limit=2>; rel=\"next\""
            #expect(links == both)
            let added = try await served.send("POST", "/fermata/api/to-dos", body: #"{"title":"Buy tickets"}"#)
            #expect(added["Location"] == "/fermata/api/to-dos/1")
        }
    }

    @Test("Given no path, then addresses begin at the root")
    func servesAtRoot() async throws {
        try await InProcessServer.withBandLibrary { served in
            let pages = try await SiteReader(root: "").read(served)
            #expect(pages > 20)
            let document = try await served.get("/api/openapi.json").object()
            #expect((document["servers"] as? [[String: any Sendable]])?.first?["url"] as? String == "/")
            #expect(try await served.get("/fermata/").status == 404)
        }
    }

    @Test("Given a path, then the program prints the address of the first page")
    func printsAddress() async throws {
        try await SharedLibrary.band.withCopy { program in
            var program = program
            program.environment["FERMATA_SERVE_PATH"] = "/fermata"
            let outcome = try await ServerProcess.run(program) { served in
                let response = try await served.get("/fermata/")
                #expect(response.status == 200)
            }
            #expect(outcome.output.hasSuffix("/fermata/\n"))
        }
    }
}

extension BrowserTests {
    @Suite("Story: I use my library below a path of my site")
    struct PathPageTests {
        @Test("Given a path, then bookmarks, search, links and the player work below it")
        func worksBelowPath() async throws {
            try await PlayerPage.open(below: "/fermata") { browser, served in
                let id = try await served.id("first")
                let row = "[data-key='\(id)']"
                try await BrowserTests.waitForEvents(browser)
                try await browser.click(row + " .star")
                try await BrowserTests.waitForStar(browser, row)
                try await served.program.run("unbookmark \(id)")
                try await browser.wait(until: "document.querySelector(\"\(row) .star\").ariaPressed", is: "false")
                try await PlayerPage.play(0, in: browser)
                try await PlayerPage.waitForTitle("First", browser)
                try await browser.click("#player-lyrics")
                try await browser.wait(until: "location.pathname", is: .text("/fermata/music/\(id)/lyrics"))
                try await browser.wait(for: ".lyrics", toContain: "Twenty")
                try await browser.click(".more-screens button")
                try await browser.click("#screens [href='/fermata/sources']")
                try await browser.wait(for: "#title", toEqual: ["Sources"])
                try await browser.click(".brand")
                try await browser.wait(until: "location.pathname", is: "/fermata/")
                try await browser.type("second", into: "#text")
                try await browser.wait(for: "#list .title", toEqual: ["Second"])
            }
        }
    }
}

/// Follows the links of all pages, as a search engine does.
struct SiteReader {
    /// The path below which the pages are; empty for all paths.
    let root: String

    /// Reads the first page and all pages and files that it leads to, and returns their number.
    ///
    /// Checks that each is found, and that all addresses, also those of buttons and forms, are below the path.
    func read(_ client: some WebClient) async throws -> Int {
        var (found, next) = (Set([root + "/", root + "/nothing"]), [root + "/", root + "/nothing"])
        while let address = next.popLast() {
            let response = try await client.get(address)
            #expect(response.status == (address.hasSuffix("/nothing") ? 404 : 200), "\(address)")
            guard response["Content-Type"]?.hasPrefix("text/html") == true else { continue }
            for link in addresses(in: response.text) {
                #expect(link.address.hasPrefix(root + "/"), "\(link.address) on \(address)")
                // Pages of every window and order are alike.
                let path = String(link.address.prefix { $0 != "?" })
                if link.isFollowed, found.insert(path).inserted { next.append(path) }
            }
        }
        return found.count
    }

    /// The addresses of this server on a page, and whether a browser opens them.
    private func addresses(in page: String) -> [(address: String, isFollowed: Bool)] {
        page.matches(of: /(href|src|action|data-address|data-audio|data-then|data-suggestions)="([^"]*)"/)
            .map { (String($0.output.2).replacing("&amp;", with: "&"), ["href", "src"].contains($0.output.1)) }
            .filter { !$0.0.hasPrefix("#") && !$0.0.hasPrefix("https://") && !$0.0.isEmpty }
    }
}
