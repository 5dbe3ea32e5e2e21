import Foundation
import Testing

@Suite("Story: a program lists music", .timeLimit(.minutes(3)))
struct MusicRouteTests {
    @Test("Given a library, then a window has the rows and keys that the command prints")
    func listsMusic() async throws {
        try await InProcessServer.withBandLibrary { served in
            let response = try await served.get("/api/music?limit=3&offset=1")
            #expect(response.status == 200)
            #expect(response["Content-Type"] == "application/json")
            #expect(try response.object()["total"] as? Int == 8)
            #expect(try response.object()["offset"] as? Int == 1)
            #expect(try response.column("title") == ["Perfect", "River", "Silence"])
            let printed = try await served.program.rows("list --limit 4")
            #expect(try response.rows().map { Set($0.keys) } == printed.dropFirst().map { Set($0.keys) })
            #expect(try response.column("id") == printed.dropFirst().map { $0["id"] as? String })
        }
    }

    @Test("Given a library, then filters and sort orders select the rows")
    func filtersAndSorts() async throws {
        let cases: [(String, [String])] = [
            ("text=beautiful", ["Beautiful People"]), ("text=no.6+london", ["Take Me Back to London"]),
            ("artist=ed%20sheeran&sort=newest&limit=2", ["Beautiful People", "Take Me Back to London"]),
            ("album=no.6&reverse=true", ["Take Me Back to London", "Beautiful People"]),
            ("sort=popular&limit=2", ["Perfect", "Beautiful People"]),
            ("order=popular&limit=2", ["Perfect", "Beautiful People"]),
            ("sort=popular&order=title&limit=1", ["Perfect"]),
            ("album=no.6&reversed=true", ["Take Me Back to London", "Beautiful People"]),
            ("source=radio&limit=1", ["Beautiful People"]),
            ("bookmarked=true", ["Sugar"]), ("bookmarkedFirst=true&limit=2", ["Sugar", "Beautiful People"]),
            ("limit=0", []), ("offset=8", []), ("offset=9007199254740991", []),
        ]
        try await InProcessServer.withBandLibrary { served in
            let sugar = try await served.id("sugar")
            #expect(try await served.send("PUT", "/api/music/\(sugar)/bookmark").status == 200)
            for (query, titles) in cases {
                let response = try await served.get("/api/music?" + query)
                #expect(response.status == 200, "\(query)")
                #expect(try response.column("title") == titles, "\(query)")
            }
        }
    }

    @Test("Given a search with more rows, then its total is null unless requested")
    func givesTotal() async throws {
        let cases: [(String, Int?, Bool)] = [
            ("text=e&limit=3", nil, true), ("text=e&limit=3&total=true", 7, true), ("text=e", 7, false),
            ("text=e&limit=7", 7, false), ("text=e&offset=6&limit=3", 7, false), ("text=e&offset=50", 7, false),
            ("text=e&limit=0", 7, false), ("text=zzz&limit=1", 0, false), ("limit=3", 8, true),
            ("source=radio&limit=3", nil, true), ("album=no.6&limit=1", 2, true),
        ]
        try await InProcessServer.withBandLibrary { served in
            for (query, total, hasNext) in cases {
                let response = try await served.get("/api/music?" + query)
                #expect(try response.object()["total"] as? Int == total, "\(query)")
                #expect(try response.object()["total"] is NSNull == (total == nil), "\(query)")
                #expect((Self.link("next", of: response) != nil) == hasNext, "\(query)")
                #expect(try await served.get("/api/music?total=yes").status == 400, "\(query)")
            }
        }
    }

    @Test("Given many rows, when I follow the links, then I get each row once, both ways")
    func linksWindows() async throws {
        try await InProcessServer.withBandLibrary { served in
            var (titles, next): ([String], String?) = ([], "/api/music?limit=3&text=e&sort=title")
            var last = ""
            while let target = next {
                let response = try await served.get(target)
                titles += try response.column("title")
                (last, next) = (target, Self.link("next", of: response))
            }
            #expect(titles == titles.sorted() && titles.count == 7)
            let before = try #require(Self.link("prev", of: try await served.get(last)))
            #expect(try await served.get(before).column("title") == Array(titles[3..<6]))
            #expect(try await served.get("/api/music?limit=100")["Link"] == nil)
        }
    }

    @Test("Given music, then its id and a unique prefix find its row")
    func findsByPrefix() async throws {
        try await InProcessServer.withBandLibrary { served in
            let id = try await served.id("perfect")
            for typed in [id, String(id.prefix(10)), id.uppercased()] {
                let response = try await served.get("/api/music/" + typed)
                #expect(response.status == 200)
                #expect(try response.object()["title"] as? String == "Perfect")
            }
            for typed in ["0000000000000000", "xyz", "%F0%9F%8E%B5", "00000000000000000"] {
                let response = try await served.get("/api/music/" + typed)
                #expect(response.status == 404)
                #expect(response["Content-Type"] == "application/problem+json")
            }
        }
    }

    @Test("Given music, when I bookmark it, then all later responses say so")
    func bookmarksMusic() async throws {
        try await InProcessServer.withBandLibrary { served in
            let id = try await served.id("perfect")
            for isBookmarked in [true, true, false, false] {
                let response = try await served.send(isBookmarked ? "PUT" : "DELETE", "/api/music/\(id)/bookmark")
                #expect(response.status == 200)
                #expect(response["Cache-Control"] == "no-store")
                #expect(try response.object()["bookmarked"] as? Bool == isBookmarked)
                #expect(try await served.get("/api/music/\(id)").object()["bookmarked"] as? Bool == isBookmarked)
                #expect(try await served.get("/api/music?bookmarked=true").rows().count == (isBookmarked ? 1 : 0))
                #expect(
                    try await served.program.column("id", "list --bookmarked") == (isBookmarked ? [id] : []))
            }
            #expect(try await served.send("PUT", "/api/music/0000000000000000/bookmark").status == 404)
        }
    }

    @Test("Given music, when I rate it, then all later responses say so")
    func ratesMusic() async throws {
        try await InProcessServer.withBandLibrary { served in
            let id = try await served.id("perfect")
            for stars in [4, 4, nil, nil, 1] {
                let response = try await served.send(
                    stars == nil ? "DELETE" : "PUT", "/api/music/\(id)/rating" + (stars.map { "?stars=\($0)" } ?? ""))
                #expect(response.status == 200)
                #expect(try response.object()["rating"] as? Int == stars)
                #expect(try await served.get("/api/music/\(id)").object()["rating"] as? Int == stars)
                #expect(try await served.get("/api/music?text=rating:1..").rows().count == (stars == nil ? 0 : 1))
            }
            for query in ["", "?stars=0", "?stars=6", "?stars=x", "?stars=1&x=1"] {
                let response = try await served.send("PUT", "/api/music/\(id)/rating" + query)
                #expect(response.status == 400, "\(query)")
            }
            #expect(try await served.send("PUT", "/api/music/0000000000000000/rating?stars=3").status == 404)
            #expect(try await served.get("/api/music/\(id)").object()["rating"] as? Int == 1)
        }
    }

    @Test("Given a song's page, then five stars rate it, and the chosen one removes the rating")
    func showsStars() async throws {
        try await InProcessServer.withBandLibrary { served in
            let id = try await served.id("perfect")
            let unrated = try await served.get("/music/\(id)").text
            for stars in 1...5 {
                let label = stars == 1 ? "1 star" : "\(stars) stars"
                #expect(unrated.contains("data-method=\"PUT\" data-address=\"/api/music/\(id)/rating?stars=\(stars)\""))
                #expect(unrated.contains("aria-label=\"\(label)\" aria-pressed=\"false\">☆</button>"))
            }
            #expect(try await served.send("PUT", "/api/music/\(id)/rating?stars=2").status == 200)
            let rated = try await served.get("/music/\(id)").text
            #expect(rated.contains("data-method=\"DELETE\" data-address=\"/api/music/\(id)/rating\""))
            #expect(rated.contains("aria-label=\"2 stars\" aria-pressed=\"true\">★</button>"))
            #expect(rated.ranges(of: ">★</button>").count == 2 && rated.contains("★★☆☆☆"))
        }
    }

    private static func link(_ relation: String, of response: WebResponse) -> String? {
        for part in response["Link"]?.components(separatedBy: ", ") ?? [] {
            if let match = part.firstMatch(of: /^<(.+)>; rel="(\w+)"$/), match.2 == relation { return String(match.1) }
        }
        return nil
    }
}
