import FermataApp
import Foundation
import Synchronization
import Testing
import TestTraits

@Suite("Story: each account has its own bookmarks, plays, playlists and queue", .timeLimit(.minutes(3)))
struct AccountLibraryTests {
    @Test("Given two accounts, then what one sets is not in the library of the other")
    func separatesAccounts() async throws {
        try await SubsonicApp.run(.band) { anna in
            try await anna.served.program.addAccount("ben", password: "b")
            let ben = anna.with("u=ben&p=b")
            let songs = try await ben.list("searchResult3", "song", "search3", "query=")
            let names = try await anna.list("searchResult3", "song", "search3", "query=").texts("title")
            #expect(songs.texts("title") == names)
            let (id, other) = (songs.texts("id")[0], songs.texts("id")[1])
            let artist = songs.texts("artistId")[0]
            for query in [
                "star?id=\(id)", "star?artistId=\(artist)", "setRating?id=\(id)&rating=4", "scrobble?id=\(id)",
            ] {
                let parts = query.split(separator: "?").map(String.init)
                _ = try await ben.get(parts[0], parts[1])
            }
            _ = try await ben.get("createPlaylist", "name=Mine&songId=\(id)&songId=\(other)")
            _ = try await ben.get("savePlayQueue", "id=\(id)&id=\(other)&current=\(other)&position=7000")

            let own = try await ben.object("song", "getSong", "id=\(id)")
            #expect(own["starred"] != nil && own["userRating"] as? Int == 4 && own["playCount"] as? Int == 1)
            #expect(try await ben.list("playlists", "playlist", "getPlaylists").texts("name").contains("Mine"))
            #expect(try await ben.object("playQueue", "getPlayQueue")["position"] as? Int == 7_000)

            let title = "\(own["title"] ?? "")"
            let all = try await anna.list("searchResult3", "song", "search3", "query=")
            let same = try #require(all.first { "\($0["title"] ?? "")" == title })
            #expect(same["starred"] == nil && same["userRating"] == nil && same["playCount"] == nil)
            #expect(try await !anna.list("playlists", "playlist", "getPlaylists").texts("name").contains("Mine"))
            #expect(try await anna.list("starred2", "artist", "getStarred2").isEmpty)
            #expect(try await anna.served.program.column("title", "list --bookmarked") == [])
            #expect(try await anna.served.program.column("title", "player queue") == [])
        }
    }

    @Test("Given an own library, then it has the dates and albums of the served one, and plays its files")
    func mirrorsMusic() async throws {
        try await AudioServing.folderLibrary("song.flac") { program, bytes in
            try await program.addAccount("anna", password: "secret")
            try await program.addAccount("ben", password: "b")
            try await InProcessServer.run(program) { served in
                let anna = SubsonicApp(served: served)
                let ben = anna.with("u=ben&p=b")
                for query in ["type=newest", "type=alphabeticalByName", "type=alphabeticalByArtist"] {
                    let albums = try await anna.list("albumList2", "album", "getAlbumList2", query)
                    let own = try await ben.list("albumList2", "album", "getAlbumList2", query)
                    #expect(
                        own.texts("name") == albums.texts("name") && own.texts("created") == albums.texts("created"))
                    #expect(own.texts("id") == albums.texts("id"))
                }
                let song = try #require(try await ben.list("searchResult3", "song", "search3", "query=").first)
                let same = try #require(try await anna.list("searchResult3", "song", "search3", "query=").first)
                for name in ["suffix", "contentType", "path", "created", "track", "duration"] {
                    #expect("\(song[name] ?? "")" == "\(same[name] ?? "")", "\(name)")
                }
                for headers in [[:], ["Range": "bytes=10-19"]] {
                    let target = "/rest/stream?\(ben.credentials)&v=1.16.1&c=test&id=\(song["id"] ?? "")"
                    let audio = try await served.get(target, headers)
                    #expect(audio["Content-Type"] == "audio/flac")
                    #expect(audio.body == (headers.isEmpty ? bytes : bytes[10..<20]))
                }
                let cover = try await ben.response("getCoverArt", "id=\(song["id"] ?? "")")
                #expect(cover.body == (try await anna.response("getCoverArt", "id=\(same["id"] ?? "")")).body)
            }
        }
    }

    @Test("Given a playlist of the first account, when it becomes public, then the others have it")
    func sharesPlaylist() async throws {
        try await SubsonicApp.run(.band) { anna in
            try await anna.served.program.addAccount("ben", password: "b")
            let ben = anna.with("u=ben&p=b")
            let songs = try await anna.list("searchResult3", "song", "search3", "query=").texts("id").prefix(2)
            let query = songs.map { "songId=\($0)" }.joined(separator: "&")
            let made = try await anna.object("playlist", "createPlaylist", "name=Party&\(query)")
            #expect(made["public"] as? Bool == false)
            let names = { try await ben.list("playlists", "playlist", "getPlaylists").texts("name") }
            #expect(try await !names().contains("Party"))
            _ = try await anna.get("updatePlaylist", "playlistId=\(made["id"] ?? "")&public=true")
            try await waitUntil { try await names().contains("Party") }
            let playlist = try #require(
                try await ben.list("playlists", "playlist", "getPlaylists").first { "\($0["name"] ?? "")" == "Party" })
            #expect(playlist["readonly"] as? Bool == true && playlist["songCount"] as? Int == 2)
            _ = try await anna.get("updatePlaylist", "playlistId=\(made["id"] ?? "")&public=false")
            try await waitUntil { try await !names().contains("Party") }
        }
    }

    @Test("Given an account with a library, when it is removed, then its files are removed, and no others")
    func removesLibrary() async throws {
        try await SubsonicApp.run(.band) { anna in
            let program = anna.served.program
            for name in ["ben", "cleo"] { try await program.addAccount(name, password: "b") }
            for name in ["ben", "cleo"] { _ = try await anna.with("u=\(name)&p=b").get("getAlbumList2", "type=newest") }
            let folder = program.library + ".accounts"
            func files() throws -> [String] {
                try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".sqlite") }
            }
            #expect(try files().count == 2)
            let refused = try await program.run("user remove ben")
            #expect(refused.code == 64 && refused.errors.contains("--force"))
            #expect(try await program.run("user remove ben --force").code == 0)
            #expect(try files().count == 1)
            #expect(try await anna.with("u=cleo&p=b").error("ping") == nil)
            #expect(try await anna.with("u=ben&p=b").error("ping") == 40)
        }
    }

    @Test("Given a library that is moved with those of its accounts, then these read it at its new place")
    func followsMovedLibrary() async throws {
        let folder = URL.ofTest()
        let (old, new) = (folder.appending(path: "old"), folder.appending(path: "new"))
        let starred = try await {
            let program = try Program(home: old)
            let catalogue = try program.write(#"{"title": "One", "duration": 1}"#, to: "one.json")
            try await program.run(words: ["source", "add", "file", catalogue.path, "--name", "list"])
            try await program.run("sync")
            for name in ["anna", "ben"] { try await program.addAccount(name, password: "p") }
            return try await Self.serve(program) { ben in
                let id = try await ben.list("searchResult3", "song", "search3", "query=").texts("id")
                _ = try await ben.get("star", "id=\(id[0])")
                return id
            }
        }()
        try FileManager.default.moveItem(at: old, to: new)
        let program = try Program(home: new)
        _ = try program.write(#"[{"title": "One", "duration": 1}, {"title": "Two", "duration": 2}]"#, to: "one.json")
        try await program.run(words: ["source", "set", "list", "--address", new.path + "/one.json"])
        try await program.run("sync")
        try await Self.serve(program) { ben in
            let songs = try await ben.list("searchResult3", "song", "search3", "query=")
            #expect(songs.texts("title").sorted() == ["One", "Two"])
            #expect(songs.first { "\($0["title"] ?? "")" == "One" }?["starred"] != nil)
            #expect(songs.texts("id").contains(starred[0]))
        }
        try? FileManager.default.removeItem(at: folder)
    }

    @Test("Given a damaged library of an account, then it is repaired, and the server and other accounts go on")
    func repairsLibrary() async throws {
        try await SubsonicApp.run(.band) { anna in
            let program = anna.served.program
            try await program.addAccount("ben", password: "b")
            let ben = anna.with("u=ben&p=b")
            let song = try await ben.list("searchResult3", "song", "search3", "query=").texts("id")[0]
            _ = try await ben.get("star", "id=\(song)")
            try program.damageAccountLibrary()
            try await waitUntil {
                let starred = try await ben.response("getStarred2")
                return starred.text.contains(song)
            }
            #expect(try await anna.error("ping") == nil)
        }
    }

    /// Serves a program's library, and runs a body with an app of the account `ben`.
    @discardableResult
    private static func serve<Value: Sendable>(
        _ program: Program, _ body: @escaping @Sendable (SubsonicApp) async throws -> Value
    ) async throws -> Value {
        let result = Mutex<Value?>(nil)
        try await InProcessServer.run(program) { served in
            let value = try await body(SubsonicApp(served: served, credentials: "u=ben&p=p"))
            result.withLock { $0 = value }
        }
        return try #require(result.withLock { $0 })
    }
}
