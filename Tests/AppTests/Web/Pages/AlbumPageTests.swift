import Foundation
import Testing

@Suite("Story: I look through albums in the browser", .timeLimit(.minutes(3)))
struct AlbumPageTests {
    @Test("Given albums, then the page has a tile for each, orders and filters, without scripts")
    func showsTiles() async throws {
        try await served { served in
            let page = try await served.get("/albums?sort=newest&limit=2").text
            #expect(Self.count("<article class=\"tile\"", in: page) == 2)
            #expect(page.contains(">Now 1</a>") && page.contains(">Various Artists</a>"))
            #expect(page.contains("<p class=\"meta\">2001, 2 songs</p>"))
            #expect(page.contains("<p id=\"count\" role=\"status\">4 albums</p>"))
            #expect(page.contains("<a rel=\"next\" href=\"/albums?sort=newest&amp;offset=2&amp;limit=2\">Next</a>"))
            #expect(page.contains("<a href=\"/albums?sort=newest&amp;limit=2\" aria-current=\"true\">Newest</a>"))
            #expect(page.contains("<a href=\"/albums?genre=slow&amp;sort=newest&amp;limit=2\">slow</a>"))
            #expect(page.contains("<a href=\"/albums?year=1990..1999&amp;sort=newest&amp;limit=2\">1990s</a>"))
            let filtered = try await served.get("/albums?genre=pop&year=1970..1979").text
            #expect(Self.count("<article class=\"tile\"", in: filtered) == 1 && filtered.contains(">Abba</a>"))
            #expect(try await served.get("/albums?text=zzz").text.contains("No album matches “zzz”."))
        }
    }

    @Test("Given an album, then its page has a cover, links, discs with track numbers, and buttons")
    func showsAlbum() async throws {
        try await served { served in
            let id = try #require(try await served.get("/api/albums?text=division").column("id").first)
            let page = try await served.get("/albums/\(id)").text
            #expect(page.contains(">Long Division</h1>") && page.contains("2 discs, 3 songs, 5:00"))
            #expect(page.contains("<a href=\"/artists/Low\">Low</a>") && page.contains("<li>1995</li>"))
            #expect(page.contains("<a href=\"/albums?genre=slow\">slow</a>"))
            #expect(page.contains("<h2 id=\"section-0\">Disc 1</h2>") && page.contains(">Disc 2</h2>"))
            #expect(page.contains("<p class=\"artwork number\">2</p>"))
            for part in ["play", "shuffle", "add"] {
                #expect(page.contains("data-part=\"\(part)\" data-list=\"/albums/\(id)\""), "\(part)")
            }
            let rows = try await served.get("/albums/\(id)?fragment=rows&limit=200").text
            #expect(Self.count("<article", in: rows) == 3 && !rows.contains("<html"))
            #expect(rows.contains("data-audio=") && rows.contains("data-artwork="))
            let part = try await served.get("/albums/\(id)?limit=2").text
            #expect(part.contains("<a rel=\"next\" href=\"/albums/\(id)?offset=2&amp;limit=2\">Next</a>"))
        }
    }

    @Test("Given an artist, then the page has sections with headings, and plays all songs by album")
    func showsArtist() async throws {
        try await served { served in
            let page = try await served.get("/artists/Guest").text
            let headings = page.matches(of: /<h2 id="section-\d">([^<]+)<\/h2>/).map { String($0.1) }
            #expect(headings == ["Appears on", "Songs"])
            #expect(page.contains("data-part=\"play\" data-list=\"/songs?artist=Guest\""))
            #expect(Self.count("<article class=\"tile\"", in: page) == 2)
            #expect(try await served.get("/artists/Low").text.contains(">Albums</h2>"))
            let songs = try await served.get("/songs?artist=guest&limit=1").text
            #expect(Self.count("<article class=\"cell\"", in: songs) == 1 && songs.contains(">Guest</h1>"))
            #expect(songs.contains("href=\"/songs?artist=Guest&amp;offset=1&amp;limit=1\">Next</a>"))
        }
    }

    @Test("Given an album and an artist, then their pages bookmark and rate them, and show it without scripts")
    func annotates() async throws {
        try await served { served in
            let id = try #require(try await served.get("/api/albums?text=division").column("id").first)
            for (page, path) in [("/albums/\(id)", "/api/albums/\(id)"), ("/artists/Low", "/api/artists/Low")] {
                let plain = try await served.get(page).text
                #expect(plain.contains("data-method=\"PUT\" data-address=\"\(path)/bookmark\""))
                #expect(plain.contains("data-method=\"PUT\" data-address=\"\(path)/rating?stars=4\""))
                #expect(try await served.send("PUT", "\(path)/bookmark").status == 200)
                #expect(try await served.send("PUT", "\(path)/rating?stars=4").status == 200)
                let marked = try await served.get(page).text
                #expect(marked.contains("data-method=\"DELETE\" data-address=\"\(path)/bookmark\""))
                #expect(marked.contains("<p class=\"unscripted\">bookmarked, ★★★★☆</p>"))
            }
            #expect(try await served.get("/albums").text.contains("class=\"mark bookmarked\""))
            // Changes need the complete name.
            #expect(try await served.send("PUT", "/api/artists/lo/bookmark").status == 404)
        }
    }

    @Test("Given genres, then their page links the albums of each")
    func listsGenres() async throws {
        try await served { served in
            let page = try await served.get("/genres").text
            #expect(page.contains("<a href=\"/albums?genre=pop\">pop</a>") && page.contains("2 albums, 3 songs"))
            #expect(page.contains("<p id=\"count\" role=\"status\">3 genres</p>"))
            let id = try await served.id("violence")
            #expect(try await served.get("/music/\(id)").text.contains("<a href=\"/albums?genre=slow\">slow</a>"))
        }
    }

    @Test("Given artists of songs and of albums, then their pages list them by name with counts, in windows")
    func listsArtists() async throws {
        try await served { served in
            let page = try await served.get("/artists").text
            let names = page.matches(of: /<a href="\/artists\/[^"]+">([^<]+)<\/a><\/p>/).map { String($0.1) }
            #expect(names.count > 2 && names == names.sorted { $0.lowercased() < $1.lowercased() })
            #expect(page.contains(">\(names.count) artists</p>") && page.contains(" songs</p>"))
            #expect(page.contains("<a href=\"/artists\" aria-current=\"page\">Artists</a>"))
            #expect(try await served.get("/artists?albumArtists=true").text.contains(" album</p>"))
            let first = try await served.get("/artists?limit=1").text
            #expect(first.contains(">many artists</p>") && first.contains("href=\"/artists?offset=1&amp;limit=1\""))
            #expect(try await served.get("/artists?limit=1&total=true").text.contains(">\(names.count) artists</p>"))
            let missing = try await served.get("/artists?text=nobody").text
            #expect(missing.contains("No artist has “nobody” in the name."))
        }
    }

    private func served(_ body: @escaping @Sendable (InProcessServer) async throws -> Void) async throws {
        try await SharedLibrary.albums.withCopy { program in
            try await InProcessServer.run(program) { try await body($0) }
        }
    }

    private static func count(_ part: String, in text: String) -> Int { text.components(separatedBy: part).count - 1 }
}
