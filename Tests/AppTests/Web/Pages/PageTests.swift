import Foundation
import TestServer
import Testing

@Suite("Story: I open the pages", .timeLimit(.minutes(3)))
struct PageTests {
    @Test("Given a library, when I open the first page, then the server has drawn its rows")
    func servesRows() async throws {
        try await InProcessServer.withBandLibrary { served in
            let page = try await served.get("/?sort=popular&limit=2")
            #expect(page.status == 200)
            #expect(page["Content-Type"] == "text/html; charset=utf-8")
            #expect(page.text.contains(">Perfect</a>") && page.text.contains(">Beautiful People</a>"))
            #expect(page.text.components(separatedBy: "<article").count == 3)
            #expect(page.text.contains("<p id=\"count\" role=\"status\">8 songs</p>"))
            #expect(page.text.contains("<a rel=\"next\" href=\"/?sort=popular&amp;offset=2&amp;limit=2\">Next</a>"))
            #expect(page.text.contains("aria-label=\"Perfect by Ed Sheeran, from ÷, 4 minutes 23 seconds\""))
        }
    }

    @Test("Given a search with more rows, then the page says “many” and links to the next")
    func servesUncountedRows() async throws {
        try await InProcessServer.withBandLibrary { served in
            let page = try await served.get("/?text=e&limit=3").text
            #expect(page.contains("<p id=\"count\" role=\"status\">many songs</p>"))
            #expect(page.contains("data-total=\"\" data-offset=\"0\" data-count=\"many songs\""))
            #expect(
                page.contains("aria-posinset=\"3\" aria-setsize=\"-1\"") && page.contains("<span>1–3 of many</span>"))
            #expect(page.contains("<a rel=\"next\" href=\"/?text=e&amp;offset=3&amp;limit=3\">Next</a>"))
            let last = try await served.get("/?text=e&offset=6&limit=3").text
            #expect(
                last.contains("7 songs") && last.contains("<span>7–7 of 7</span>") && !last.contains("rel=\"next\""))
            let counted = try await served.get("/?text=e&limit=1&fragment=rows&total=true").text
            #expect(counted.hasPrefix("<div class=\"page\" data-total=\"7\" data-offset=\"0\" data-count=\"7 songs\">"))
        }
    }

    @Test("Given a cached page, then it is new after each change of the library")
    func redrawsCachedPages() async throws {
        try await InProcessServer.withBandLibrary { served in
            let id = try await served.id("perfect")
            for isSet in [true, false, true] {
                try await served.program.run("\(isSet ? "bookmark" : "unbookmark") \(id)")
                for path in ["/", "/?fragment=rows", "/music/\(id)/row"] {
                    for _ in 1...2 {
                        let row = try await served.get(path).text.components(separatedBy: "<article")
                            .first { $0.contains("data-key=\"\(id)\"") }
                        #expect(row?.contains("aria-pressed=\"\(isSet)\"") == true, "\(path)")
                    }
                }
            }
        }
    }

    @Test("Given rows that fill a large page, then the page has all of them and no entity tag")
    func writesLargePage() async throws {
        let (count, title) = (150, String(repeating: "\"", count: 2_000))
        let songs = try (1...count).map { number in
            let song: [String: any Sendable] = [
                "id": "\(number)", "title": "\(number)\(title)", "singer": "A Band", "duration": 9,
            ]
            return String(decoding: try JSONSerialization.data(withJSONObject: song), as: UTF8.self)
        }
        try await Program.withLibrary(of: .json(songs.joined(separator: "\n"))) { program, _ in
            try await InProcessServer.run(program) { served in
                let page = try await served.get("/?limit=\(count)")
                #expect(page.status == 200 && page["ETag"] == nil && page.text.hasSuffix("</html>\n"))
                #expect(page.body.count > 4 << 20)
                var rows = Data()
                for offset in stride(from: 0, to: count, by: 30) {
                    let part = try await served.get("/?offset=\(offset)&limit=30&fragment=rows")
                    #expect(part["ETag"] != nil)
                    let start = try #require(part.body.range(of: Data("<article".utf8))).lowerBound
                    let end = try #require(part.body.range(of: Data("</article>\n".utf8), options: .backwards))
                        .upperBound
                    rows += part.body[start..<end]
                }
                #expect(page.body.range(of: rows) != nil)
            }
        }
    }

    @Test("Given a request for a fragment, then it has the same rows without the frame")
    func servesFragments() async throws {
        try await InProcessServer.withBandLibrary { served in
            let rows = try await served.get("/?limit=3&offset=3&fragment=rows").text
            #expect(rows.hasPrefix("<div class=\"page\" data-total=\"8\" data-offset=\"3\" data-count=\"8 songs\">"))
            #expect(rows.components(separatedBy: "<article").count == 4 && !rows.contains("<html"))
            #expect(rows.contains("data-index=\"3\"") && rows.contains("aria-posinset=\"4\" aria-setsize=\"8\""))
            let list = try await served.get("/?limit=3&offset=3&fragment=list").text
            #expect(list.contains(rows.trimmingCharacters(in: .newlines)) && list.contains("<nav class=\"choices\""))
            #expect(try await served.get("/?fragment=all").status == 400)
            let id = try await served.id("perfect")
            let row = try await served.get("/music/\(id)/row?kind=track&index=7&total=9").text
            #expect(row.contains("data-index=\"7\"") && row.contains("<a href=\"/music/\(id)/album\">÷</a>"))
        }
    }

    @Test("Given a stored page, then it is sent again only after a change")
    func respondsWith304() async throws {
        try await InProcessServer.withBandLibrary { served in
            let tag = try #require(try await served.get("/?fragment=rows")["ETag"])
            #expect(try await served.get("/?fragment=rows", ["If-None-Match": tag]).status == 304)
            let id = try await served.id("perfect")
            try await served.program.run("bookmark \(id)")
            #expect(try await served.get("/?fragment=rows", ["If-None-Match": tag]).status == 200)
            for asset in ["fermata.css", "fermata.js", "fermata.svg", "cell.css"] {
                let file = try await served.get("/assets/\(asset)")
                #expect(file.status == 200 && !file.body.isEmpty)
                let again = try await served.get("/assets/\(asset)", ["If-None-Match": file["ETag"] ?? ""])
                #expect(again.status == 304)
            }
        }
    }

    @Test("Given the script, then each imported module exists, and each is imported")
    func servesAllModules() async throws {
        let assets = SourceTree.root.appending(path: "App/Web/Assets")
        let modules = try ["Script", "Player"].flatMap {
            try FileManager.default.contentsOfDirectory(atPath: assets.appending(path: $0).path)
        }
        try await InProcessServer.withBandLibrary { served in
            var (visited, next): (Set<String>, [String]) = ([], ["fermata.js"])
            while let name = next.popLast() {
                guard visited.insert(name).inserted else { continue }
                let module = try await served.get("/assets/" + name)
                #expect(module.status == 200 && module["Content-Type"] == "text/javascript; charset=utf-8", "\(name)")
                next += module.text.matches(of: /from "\.\/(\w+\.js)"/).map { String($0.1) }
            }
            #expect(visited == Set(modules))
        }
    }

    @Test("Given an unknown address, then a page says so, with the correct status")
    func servesProblemPages() async throws {
        let cases: [(String, Int)] = [
            ("/nowhere", 404), ("/music/ffff", 404), ("/music/xyz", 404), ("/artists/beatles", 404),
            ("/artists?name=", 404), ("/artists/e", 409), ("/playlists/nothing", 404),
            ("/albums/low", 404), ("/albums/0000000000000001", 404),
            ("/albums?sort=title", 400), ("/home?sort=title", 400), ("/queue?limit=0", 400), ("/music/ffff/album", 404),
            ("/genres?text=x", 400), ("/to-dos/99", 404), ("/to-dos/x", 404),
            ("/?limit=x", 400), ("/?limit=0", 400), ("/to-dos?limit=0", 400), ("/?order=random", 400),
            ("/?unknown=1", 400), ("/?text=%FF", 400),
            ("/artists/%FF", 400),
        ]
        try await InProcessServer.withBandLibrary { served in
            for (path, status) in cases {
                let page = try await served.get(path)
                #expect(page.status == status, "\(path)")
                #expect(page["Content-Type"] == "text/html; charset=utf-8", "\(path)")
                #expect(
                    page.text.contains("<p class=\"empty not-shown\">")
                        && page.text.contains("<nav aria-label=\"Screens\">"))
                let problem = try await served.get(path, ["Accept": "text/html, application/problem+json"])
                #expect(problem.status == status && problem["Content-Type"] == "application/problem+json", "\(path)")
            }
        }
    }

    @Test("Given a page beyond the end, then the previous page has rows")
    func linksPreviousPage() async throws {
        try await InProcessServer.withBandLibrary { served in
            let far = try await served.get("/?offset=100000&limit=3").text
            #expect(far.contains("The list ends before this page."))
            #expect(far.contains("<a rel=\"prev\" href=\"/?offset=5&amp;limit=3\">"))
            #expect(try await served.get("/?offset=3").text.contains("<a rel=\"prev\" href=\"/\">"))
            #expect(try await served.get("/?artist=Unknown").text.contains("No music of “Unknown” was found."))
        }
    }

    @Test("Given a form of another site, then the page says why it is not allowed")
    func explainsForeignForm() async throws {
        try await InProcessServer.withBandLibrary { served in
            let page = try await served.send("POST", "/", ["Sec-Fetch-Site": "cross-site"])
            #expect(page.status == 403 && page.text.contains(">Not allowed</h1>"))
            #expect(page.text.contains("A page of another site must not change this library."))
        }
    }

    @Test("Given an ambiguous name, then the page links each artist")
    func linksCandidates() async throws {
        try await InProcessServer.withBandLibrary { served in
            let page = try await served.get("/artists/e").text
            #expect(page.contains("<a href=\"/artists/Ed%20Sheeran\">Ed Sheeran</a>"))
            #expect(page.contains("<a href=\"/artists/Eminem\">Eminem</a>"))
            #expect(page.contains("Several artists’ names contain “e”."))
        }
    }

    @Test(
        "Given any page, then its HTML is valid, without inline styles and scripts",
        .enabled(if: HTMLChecker.isInstalled, "html5lib has to be installed, which Tests/run does"))
    func servesValidHTML() async throws {
        try await SharedLibrary.band.withCopy { program in
            let id = try #require(try await program.column("id", "list perfect").first)
            let list = try #require(try await program.column("id", "playlists pop").first)
            let album = try #require(try await program.column("id", "albums no6").first)
            try await program.run("playlist new Mine perfect")
            let own = try #require(try await program.column("id", "playlists mine").first)
            try await program.run("bookmark \(id)")
            try await program.run(words: [
                "todo", "add", "Carols", "--description", "a\nb", "--address", "Seoul", "--music", id,
            ])
            try await program.run(words: ["todo", "add", "Hear Low"])
            try await program.run("todo check 2")
            try await InProcessServer.run(program) { served in
                let paths = [
                    "/", "/home", "/queue", "/random", "/?text=zzz", "/?limit=2&offset=2", "/bookmarks",
                    "/artists", "/artists?albumArtists=true&limit=2&text=e", "/artists/Ed%20Sheeran", "/albums",
                    "/albums?limit=2", "/albums?text=zzz", "/albums/\(album)", "/genres", "/playlists",
                    "/playlists/\(list)", "/playlists/\(own)", "/downloads", "/to-dos", "/to-dos/1", "/music/\(id)",
                    "/nowhere",
                ]
                var files: [String] = []
                for path in paths {
                    let text = try await served.get(path).text
                    let file = try program.write(text, to: "page\(files.count).html")
                    files.append(file.path)
                    #expect(
                        !text.contains("style=") && !text.contains("<style") && !text.contains("onclick"), "\(path)")
                    #expect(text.components(separatedBy: "<script").count == 2, "\(path)")
                    #expect(!text.contains("<time>"), "\(path): a time element needs a datetime attribute")
                    #expect(Self.idCounts(in: text).values.allSatisfy { $0 == 1 }, "\(path)")
                }
                let checked = try await HTMLChecker.check(files)
                #expect(checked.code == 0, "the last of \(paths): \(checked.output) \(checked.errors)")
            }
        }
    }

    /// The number of elements with each id in a page.
    private static func idCounts(in text: String) -> [Substring: Int] {
        text.matches(of: /\sid="([^"]*)"/).reduce(into: [:]) { $0[$1.1, default: 0] += 1 }
    }
}

/// A strict HTML parser: Python’s html5lib, which `Tests/run` installs below `.build`.
private enum HTMLChecker {
    private static let python = SourceTree.root.appending(path: ".build/python/bin/python3").path

    static var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: python) }

    /// Parses files, and exits at the first error. Prints their names.
    static func check(_ files: [String]) async throws -> Outcome {
        let script = """
            import html5lib, sys
            for file in sys.argv[1:]:
                print(file, flush=True)
                html5lib.HTMLParser(strict=True).parse(open(file, 'rb').read())
            """
        return try await RunningProgram.tool([python, "-c", script] + files).outcome()
    }
}
