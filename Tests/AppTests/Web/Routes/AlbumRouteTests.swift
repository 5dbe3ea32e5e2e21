import Foundation
import Testing

@Suite("Story: a program lists albums and genres", .timeLimit(.minutes(3)))
struct AlbumRouteTests {
    @Test("Given albums, then they come with the keys of the command, in windows and orders")
    func listsAlbums() async throws {
        try await served { served in
            let list = try await served.get("/api/albums?sort=newest&limit=3")
            #expect(try list.column("name") == ["Now 1", "Long Division", "Greatest Hits"])
            #expect(try list.object()["total"] as? Int == 4)
            #expect(list["Link"] == "</api/albums?sort=newest&offset=3&limit=3>; rel=\"next\"")
            let printed = try await served.program.rows("albums --sort newest --limit 3")
            #expect(try list.rows().map { Set($0.keys) } == printed.map { Set($0.keys) })
            let cases = [
                ("text=genre:pop%20year:1976", ["Abba"]), ("artist=guest&sort=artist", ["Low", "Various Artists"]),
                ("text=hits&reverse=true&sort=artist", ["Queen", "Abba"]), ("bookmarked=true", []),
            ]
            for (query, artists) in cases {
                #expect(try await served.get("/api/albums?\(query)").column("artist") == artists, "\(query)")
            }
            let random = try await served.get("/api/albums?sort=random&seed=7").column("id")
            #expect(try await served.get("/api/albums?sort=random&seed=7").column("id") == random)
        }
    }

    @Test("Given an album, then its object has its songs by disc and track, in windows")
    func servesAlbum() async throws {
        try await served { served in
            let id = try #require(try await served.get("/api/albums?text=division").column("id").first)
            let album = try await served.get("/api/albums/\(id)")
            #expect(try album.object()["name"] as? String == "Long Division" && album.object()["discs"] as? Int == 2)
            #expect(try album.object()["total"] as? Int == 3)
            #expect(try album.column("title") == ["Violence", "Below", "Shame"])
            let last = try await served.get("/api/albums/\(id)?offset=2&limit=2")
            #expect(try last.column("title") == ["Shame"])
            #expect(last["Link"] == "</api/albums/\(id)?offset=0&limit=2>; rel=\"prev\"")
            for unknown in ["division", "0000000000000001", String(id.dropLast()), "+" + id.dropFirst()] {
                #expect(try await served.get("/api/albums/\(unknown)").status == 404, "\(unknown)")
            }
        }
    }

    @Test("Given genres, then they come with their counts, in windows")
    func listsGenres() async throws {
        try await served { served in
            let genres = try await served.get("/api/genres?limit=2")
            #expect(try genres.column("name") == ["pop", "slow"] && genres.object()["total"] as? Int == 3)
            #expect(try genres.rows().map { $0["albums"] as? Int } == [2, 1])
            #expect(try await served.get("/api/genres?sort=name").column("name") == ["pop", "rock", "slow"])
        }
    }

    private func served(_ body: @escaping @Sendable (InProcessServer) async throws -> Void) async throws {
        try await SharedLibrary.albums.withCopy { program in
            try await InProcessServer.run(program) { try await body($0) }
        }
    }
}
