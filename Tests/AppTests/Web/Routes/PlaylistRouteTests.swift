import Foundation
import Testing

@Suite("Story: a program edits a playlist", .timeLimit(.minutes(3)))
struct PlaylistRouteTests {
    @Test("Given a playlist, then songs move and are removed by position, and a message says so")
    func movesAndRemoves() async throws {
        try await served { served, path, songs in
            let moved = try await served.change(path, #"{"move":"4 3","to":"1"}"#)
            #expect(moved.status == 200)
            #expect(try moved.object()["text"] as? String == "Moved 2 songs in “Mix”.")
            #expect(try await served.ids(path) == [songs[3], songs[2], songs[0], songs[1]])
            let body = #"{"remove":"1 3","music":"\#(songs[3]) \#(songs[0])"}"#
            let removed = try await served.change(path, body)
            #expect(try removed.object()["text"] as? String == "Removed 2 songs from “Mix”.")
            #expect(try await served.ids(path) == [songs[2], songs[1]])
        }
    }

    @Test("Given another program's change, then a move of a song that is elsewhere now is refused")
    func refusesOtherSong() async throws {
        try await served { served, path, songs in
            try await served.program.run("playlist remove mix 1")
            for body in [#"{"move":"1","to":"2","music":"\#(songs[0])"}"#, #"{"remove":"4","music":"\#(songs[3])"}"#] {
                let response = try await served.change(path, body)
                #expect(response.status == 409)
                let detail = try #require(try response.object()["detail"] as? String)
                #expect(detail.hasPrefix("The playlist has changed: another song is at position"))
            }
            #expect(try await served.ids(path) == Array(songs.dropFirst()))
        }
    }

    @Test("Given malformed changes, then they are rejected, and the playlist stays")
    func rejectsMalformedChanges() async throws {
        try await served { served, path, songs in
            for (body, status) in [
                ("{}", 400), (#"{"move":"1"}"#, 400), (#"{"to":"1"}"#, 400),
                (#"{"move":"1","to":"2","remove":"1"}"#, 400),
                (#"{"remove":""}"#, 400), (#"{"remove":"1  2"}"#, 400), (#"{"remove":"x"}"#, 400),
                (#"{"move":"1","to":"-1"}"#, 400), (#"{"remove":"5"}"#, 404), (#"{"move":"1","to":"9"}"#, 404),
                (#"{"remove":"1","music":"ffff"}"#, 404), (#"{"remove":"1","music":""}"#, 409),
            ] {
                let response = try await served.change(path, body)
                #expect(response.status == status, "\(body)")
            }
            #expect(try await served.ids(path) == songs)
        }
    }

    @Test("Given an album, an artist and a playlist, then all of their songs are added")
    func addsCollections() async throws {
        try await served { served, path, songs in
            let playlist = String(try #require(path.split(separator: "/").last))
            let album = try #require(try await served.get("/api/albums?text=no6").column("id").first)
            let albumSongs = try await served.ids("/api/albums/\(album)", at: "")
            let artistPage = try await served.get("/songs?artist=Ed+Sheeran&fragment=rows").text
            let artistSongs = artistPage.matches(of: /data-key="([^"]+)"/).map { String($0.1) }
            #expect(!albumSongs.isEmpty && artistSongs.count == 4)
            for (member, value, added) in [
                ("album", "\(album) \(album)", albumSongs + albumSongs), ("artist", "Ed Sheeran", artistSongs),
                ("playlist", playlist, songs),
            ] {
                let body = #"{"name":"\#(member)","\#(member)":"\#(value)"}"#
                let made = try await served.send("POST", "/api/playlists", body: body)
                #expect(try await served.ids(try #require(made["Location"])) == added, "\(member)")
            }
            let body = #"{"album":"\#(album)","music":"\#(songs[0])","position":"1"}"#
            #expect(try await served.send("POST", path + "/music", body: body).status == 200)
            #expect(try await served.ids(path) == [songs[0]] + albumSongs + songs)
            for (body, status) in [
                ("{}", 400), (#"{"album":"low"}"#, 404), (#"{"artist":"Nobody"}"#, 404), (#"{"playlist":"Mix"}"#, 404),
                (#"{"music":""}"#, 404),
            ] {
                #expect(try await served.send("POST", path + "/music", body: body).status == status, "\(body)")
            }
        }
    }

    @Test("Given a source's playlist, then a program copies it, and lists those that can be changed")
    func copiesPlaylistOfSource() async throws {
        try await served { served, _, _ in
            let id = try #require(try await served.get("/api/playlists?text=remix").column("id").first)
            let copied = try await served.send("POST", "/api/playlists/\(id)/copy", body: "{}")
            let path = try #require(copied["Location"])
            #expect(copied.status == 201)
            #expect(
                try copied.object()["text"] as? String == "Copied “Pop Remix” to the playlist “Pop Remix”, 3 songs.")
            #expect(try await served.ids(path) == served.ids("/api/playlists/\(id)"))
            #expect(try await served.send("POST", "/api/playlists/\(id)/copy", body: "{}").status == 409)
            let editable = try await served.get("/api/playlists?editable=true&limit=1")
            #expect(try editable.column("name") == ["Mix"])
            #expect(try editable.object()["total"] as? Int == 2 && editable["Link"]?.contains("editable=true") == true)
            #expect(try await served.get("/api/playlists?editable=true&text=rem").column("name") == ["Pop Remix"])
        }
    }

    @Test("Given a deleted playlist, then undo restores it, and says so")
    func undoesDeletion() async throws {
        try await served { served, path, songs in
            #expect(try await served.send("DELETE", path).status == 204)
            let last = try await served.get("/api/undo").object()
            #expect(last["text"] as? String == "Deleted the playlist “Mix”")
            let number = try #require(last["change"] as? Int)
            let refused = try await served.send("POST", "/api/undo?change=\(number - 1)")
            #expect(refused.status == 409)
            let undone = try await served.send("POST", "/api/undo?change=\(number)")
            #expect(undone.status == 200)
            #expect(try undone.object()["action"] as? String == "deletePlaylist")
            #expect(try undone.object()["text"] as? String == "Undone: deleted the playlist “Mix”.")
            #expect(try await served.ids(path) == songs)
            #expect(try await served.send("POST", "/api/undo").status == 200)
            let empty = try await served.send("POST", "/api/undo")
            #expect(empty.status == 404)
            #expect(try await served.get("/api/undo").text == "{\"change\":null,\"text\":null}\n")
        }
    }

    @Test("Given several songs and albums, then one request bookmarks them")
    func bookmarksSeveral() async throws {
        try await served { served, _, songs in
            let album = try #require(try await served.get("/api/albums?text=no6").column("id").first)
            let body = #"{"music":"\#(songs[0]) \#(songs[1])","album":"\#(album)"}"#
            let response = try await served.send("PUT", "/api/bookmarks", body: body)
            #expect(response.status == 200)
            #expect(try response.object()["text"] as? String == "Bookmarked 2 songs and 1 album.")
            #expect(try await Set(served.get("/api/music?bookmarked=true").column("id")) == Set(songs.prefix(2)))
            #expect(try await served.get("/api/albums?bookmarked=true").column("id") == [album])
            for (body, status) in [("{}", 400), (#"{"music":"ffff"}"#, 404), (#"{"album":"low"}"#, 404)] {
                #expect(try await served.send("PUT", "/api/bookmarks", body: body).status == status, "\(body)")
            }
        }
    }

    /// Serves a library with a playlist of four songs; passes the path of the playlist and the ids of its songs.
    private func served(
        _ body: @escaping @Sendable (InProcessServer, String, [String]) async throws -> Void
    ) async throws {
        try await InProcessServer.withBandLibrary { served in
            let songs = try await served.get("/api/music?sort=title&limit=4").column("id")
            let music = songs.joined(separator: " ")
            let made = try await served.send("POST", "/api/playlists", body: #"{"name":"Mix","music":"\#(music)"}"#)
            #expect(try made.object()["text"] as? String == "Created the playlist “Mix” with 4 songs.")
            try await body(served, try #require(made["Location"]), songs)
        }
    }
}

extension InProcessServer {
    fileprivate func change(_ path: String, _ body: String) async throws -> WebResponse {
        try await send("PATCH", path + "/music", body: body)
    }

    /// The ids of the songs of a playlist.
    fileprivate func ids(_ path: String, at part: String = "/music") async throws -> [String] {
        try await get(path + part).column("id")
    }
}
