import Foundation
import Synchronization
import TestServer
import TestTraits
import Testing
import FermataApp

@Suite("Story: I hear what is on my music server")
struct MusicServerTests {
    @Test("Given a music server, when I add and sync it, then my library lists its songs")
    func addsAndSyncsServer() async throws {
        try await HomeServer.withSyncedLibrary { program, server in
            let rows = try await program.run("list --plain --fields title,artist,album,duration,source").lines
            #expect(
                rows == [
                    "Breaking Glass\tDavid Bowie\tLow\t112\thome", "Speed of Life\tDavid Bowie\tLow\t166\thome",
                    "사랑\tDavid Bowie\tLow\t198\thome",
                ])
            server.forgetCalls()
            #expect(try await program.run("sync").output.contains("unchanged"))
            #expect(server.calls.allSatisfy { !["search3", "getAlbum", "getPlaylist"].contains($0.method) })
        }
    }

    @Test("Given a server without a name, when I add it, then I see its host and user")
    func showsUser() async throws {
        try await HomeServer.withSyncedLibrary { program, server in
            let rows = try await program.rows("source list")
            #expect(rows.first?["kind"] as? String == "subsonic")
            #expect(rows.first?["address"] as? String == server.address.replacing("http://", with: "http://ann@"))
        }
    }

    @Test("Given a song, when I bookmark or unbookmark it, then the server's star follows")
    func setsStars() async throws {
        try await HomeServer.withSyncedLibrary { program, server in
            let id = try #require(try await program.column("id", "list Speed").first)
            #expect(try await program.changeStar("bookmark \(id)").isEmpty)
            #expect(server.starred == ["1"])
            try await program.changeStar("unbookmark \(id)")
            #expect(server.starred.isEmpty)
            try await program.changeStar("undo")
            #expect(server.starred == ["1"])
        }
    }

    @Test("Given a star on the server, when I sync, then my bookmark follows the star")
    func readsStars() async throws {
        try await HomeServer.withSyncedLibrary { program, server in
            server.change { $0.starred = ["3"] }
            try await program.run("sync")
            #expect(try await program.column("title", "list --bookmarked") == ["사랑"])
            server.change { $0.starred = [] }
            try await program.run("sync")
            #expect(try await program.column("title", "list --bookmarked").isEmpty)
        }
    }

    @Test("Given no connection, when I bookmark a song, then the next sync sends the star")
    func sendsStarsLater() async throws {
        try await HomeServer.withSyncedLibrary { program, server in
            server.change { $0.answers["star"] = .status(503) }
            let id = try #require(try await program.column("id", "list Speed").first)
            let outcome = try await program.run("bookmark \(id)")
            #expect(outcome.code == 0 && outcome.errors.contains("1 change waits for “home”"))
            #expect(try await program.rows("source list").first?["waiting"] as? Int == 1)
            server.change { $0.answers["star"] = nil }
            try await program.run("sync")
            #expect(server.starred == ["1"])
            #expect(try await program.rows("source list").first?["waiting"] as? Int == 0)
            #expect(try await program.column("title", "list --bookmarked") == ["Speed of Life"])
        }
    }

    @Test("Given a song, when I rate it or undo that, then the server's rating follows")
    func setsRatings() async throws {
        try await HomeServer.withSyncedLibrary { program, server in
            let outcome = try await program.run("rate 4 speed")
            #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
            #expect(server.ratings == ["1": 4])
            try await program.run("rate 2 speed")
            #expect(server.ratings == ["1": 2])
            try await program.run("undo")
            #expect(server.ratings == ["1": 4])
            try await program.run("rate 0 speed")
            #expect(server.ratings.isEmpty)
        }
    }

    @Test("Given an album and an artist, when I bookmark and rate them, then the server does, too")
    func sendsAnnotations() async throws {
        try await HomeServer.withSyncedLibrary { program, server in
            server.change { content in
                content.songs = ["1", "2", "3"].map { id in
                    ServedSong(id: id, title: "Song \(id)", fields: ["albumId": "low", "artistId": "bowie"])
                }
            }
            let album = try #require(try await program.column("id", "albums").first)
            let artist = try #require(try await program.column("name", "artists").first)
            try await program.run("bookmark --album \(album)")
            #expect(server.starred == ["low"])
            #expect(try await program.run(words: ["rate", "4", "--artist", artist]).errors.isEmpty)
            #expect(server.ratings == ["bowie": 4])
            try await program.run("undo")
            #expect(server.ratings.isEmpty)
            server.change { $0.answers["unstar"] = .status(503) }
            let outcome = try await program.run("unbookmark --album \(album)")
            #expect(outcome.code == 0 && outcome.errors.contains("1 change waits for “home”"), "\(outcome.errors)")
            #expect(try await program.rows("source list").first?["waiting"] as? Int == 1)
            server.change { $0.answers["unstar"] = nil }
            try await program.run("sync")
            #expect(server.starred.isEmpty)
            #expect(try await program.rows("source list").first?["waiting"] as? Int == 0)
        }
    }

    @Test("Given a rating on the server, when I sync, then my rating follows")
    func readsRatings() async throws {
        try await HomeServer.withSyncedLibrary { program, server in
            for (ratings, scan) in [(["3": 5, "1": 2], "2026-11-23T00:00:00Z"), (["3": 4], "2026-11-24T00:00:00Z")] {
                server.change { ($0.ratings, $0.lastScan) = (ratings, scan) }
                try await program.run("sync")
                let rated = try await program.run("list rating:1.. --sort rating --plain --fields title,rating").lines
                #expect(rated == (ratings.count == 2 ? ["사랑\t5", "Speed of Life\t2"] : ["사랑\t4"]))
            }
        }
    }

    @Test("Given no connection, when I rate a song, then the next sync sends the rating")
    func sendsRatingsLater() async throws {
        try await HomeServer.withSyncedLibrary { program, server in
            server.change { $0.answers["setRating"] = .status(503) }
            let outcome = try await program.run("rate 5 speed")
            #expect(outcome.code == 0 && outcome.errors.contains("1 change waits for “home”"), "\(outcome.errors)")
            #expect(try await program.rows("source list").first?["waiting"] as? Int == 1)
            server.change { ($0.answers["setRating"], $0.ratings) = (nil, ["1": 1]) }
            server.change { $0.lastScan = "2026-11-23T00:00:00Z" }
            try await program.run("sync")
            #expect(server.ratings == ["1": 5])
            #expect(try await program.rows("source list").first?["waiting"] as? Int == 0)
            #expect(try await program.column("title", "list rating:5") == ["Speed of Life"])
        }
    }

    @Test("Given a server without ratings, then mine stay in the library, and nothing waits")
    func keepsRatingsOfOtherServers() async throws {
        try await HomeServer.withSyncedLibrary { program, server in
            server.change { $0.answers["setRating"] = .status(404) }
            let outcome = try await program.run("rate 5 speed")
            #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
            try await program.run("sync")
            #expect(try await program.column("title", "list rating:5") == ["Speed of Life"])
            #expect(try await program.rows("source list").first?["waiting"] as? Int == 0)
        }
    }

    @Test("Given playlists on the server, when I sync, then I can open them")
    func readsPlaylists() async throws {
        try await HomeServer.withSyncedLibrary { program, server in
            let (names, titles) = (
                try await program.column("name", "playlists"), try await program.column("title", "playlist Berlin")
            )
            #expect(names == ["Berlin"] && titles == ["사랑", "Speed of Life"])
        }
    }

    @Test("Given a server with new ids for all songs, when I sync, then all that I have of them stays")
    func keepsSongsUnderNewIDs() async throws {
        try await HomeServer.withSyncedLibrary { program, server in
            let ids = try await program.column("id", "list --sort title")
            server.change { $0.audio["1"] = ServedAudio(Data.varied(count: 20_000), etag: "\"1\"") }
            for command in [
                "download \(ids[1])", "bookmark \(ids[1])", "player add \(ids[0])", "todo add Hear --music \(ids[2])",
            ] {
                #expect(try await program.run(command).code == 0, "\(command)")
            }
            server.change { content in
                content.songs = HomeServer.songs(withIDs: ["a", "b", "c"])
                content.playlists = []
                content.starred = []
                content.lastScan = "2026-11-23T00:00:00Z"
                content.indexesModified = 1_700_000_100_000
            }
            let sync = try await program.run("sync")
            #expect(sync.code == 0 && sync.output.contains("3 updated"), "\(sync.output)\(sync.errors)")
            #expect(try await program.column("id", "list --sort title") == ids)
            #expect(try await program.column("id", "list --bookmarked") == [ids[1]])
            #expect(try await program.column("id", "downloads") == [ids[1]])
            #expect(try await program.column("id", "player queue") == [ids[0]])
            #expect(try await program.run("todo show 1").output.contains("사랑"))
            try await program.run("sync")
            #expect(server.starred == ["a"])
            #expect(try await program.column("id", "list --bookmarked") == [ids[1]])
        }
    }

    @Test("Given a lost connection, when I download a song, then the download resumes")
    func downloadsSong() async throws {
        try await HomeServer.withSyncedLibrary { program, server in
            let content = Data.varied(count: 300_000)
            let isFirst = Mutex(true)
            server.change {
                var audio = ServedAudio(content, etag: "\"1\"")
                audio.breaksAfter = {
                    isFirst.withLock { isFirst in
                        defer { isFirst = false }
                        return isFirst ? 100_000 : nil
                    }
                }
                $0.audio["1"] = audio
            }
            let id = try #require(try await program.column("id", "list Speed").first)
            let outcome = try await program.run("download \(id)")
            #expect(outcome.code == 0, "\(outcome.errors)")
            let file = try #require(try await program.rows("downloads").first?["file"] as? String)
            #expect(FileManager.default.contents(atPath: file) == content)
            #expect(server.calls.filter { $0.method == "stream" }.count == 2)
        }
    }

    @Test("Given a changed password, when I sync, then I see how to enter it")
    func asksForNewPassword() async throws {
        try await HomeServer.withSyncedLibrary { program, server in
            server.change { $0.passwords["ann"] = "new" }
            let refused = try await program.run("sync")
            #expect(refused.code == 69)
            #expect(
                refused.errors.contains(
                    "the user or the password is wrong. Enter it with “fermata source set home --password”."))
            #expect(try await program.column("title", "list").count == 3)
            let file = try program.write("new\n", to: "new-password")
            try await program.run("source set home --password-file \(file.path)")
            #expect(try await program.run("sync").code == 0)
        }
    }

    @Test("Given a password, when I remove its source, then the password is gone")
    func removesPassword() async throws {
        try await HomeServer.withSyncedLibrary { program, _ in
            try await program.run("source remove home --force")
            let file = program.home.appending(path: ".config/fermata/credentials.json")
            #expect(try !String(contentsOf: file, encoding: .utf8).contains("secret7"))
        }
    }

    @Test("Given a wrong password, when I add a server, then nothing is added")
    func refusesWrongPassword() async throws {
        try await HomeServer.withSyncedLibrary { program, server in
            try await program.run("source remove home --force")
            let file = try program.write("wrong\n", to: "wrong")
            let refused = try await program.run(
                "source add subsonic \(server.address) --user ann --password-file \(file.path)")
            #expect(refused.code == 64 && refused.errors.contains("the user or the password is wrong"))
            #expect(try await program.rows("source list").isEmpty)
        }
    }

    @Test("Given a server, when I add it, then I see what it is, or why it cannot be reached")
    func checksNewServer() async throws {
        try await HomeServer.withSyncedLibrary { program, server in
            try await program.run("source remove home --force")
            let password = program.home.appending(path: "password")
            let options = "--user ann --password-file \(password.path)"
            let added = try await program.run("source add subsonic \(server.address) \(options)")
            #expect(added.code == 0 && added.errors.contains("Signed in to the server, which is “fake 1”."))
            let unreachable = try await program.run("source add subsonic http://127.0.0.1:1 --name b \(options)")
            #expect(unreachable.code == 0 && unreachable.errors.contains("the connection was refused"))
            #expect(try await program.column("name", "source list").count == 2)
        }
    }

    @Test("Given a server's options, when I add another kind of source, then I see an error")
    func refusesOptionsOfOtherKind() async throws {
        let program = try Program()
        let refused = try await program.run("source add http http://example.org/songs --user ann")
        #expect(refused.code == 64 && refused.errors.contains("has no user, no password and no certificates"))
        let missing = try await program.run("source add subsonic https://music.invalid --user ann")
        #expect(missing.code == 64 && missing.errors.contains("the password or API key is missing"))
    }

    @Test("Given a terminal, when I add a server, then Fermata asks for the password")
    func asksForPassword() async throws {
        let program = try Program()
        let errors = CapturedOutput()
        let console = Console(
            output: CapturedOutput(), errors: errors, progressSize: { (80, 24) }, readResponse: { nil },
            readHidden: { "secret7" })
        let words = [
            "source", "add", "subsonic", "https://music.invalid", "--user", "ann", "--library", program.library,
        ]
        #expect(await program.run(words, on: console) == 0)
        #expect(errors.text.hasPrefix("Password: \n"))
        let file = program.home.appending(path: ".config/fermata/credentials.json")
        #expect(try String(contentsOf: file, encoding: .utf8).contains("secret7"))
    }

    @Test(
        "Given an API key, when I change how to sign in, then Fermata asks for the key",
        arguments: ["--ca-file FILE", "--unencrypted-password", "--password"])
    func asksForAPIKey(option: String) async throws {
        let program = try Program()
        let file = try program.write(TestCertificate.ownName.certificate, to: "ca.pem")
        let errors = CapturedOutput()
        let console = Console(
            output: CapturedOutput(), errors: errors, readResponse: { nil }, readHidden: { "key7" })
        let library = ["--library", program.library]
        let words = ["source", "add", "subsonic", "https://music.invalid", "--name", "home", "--api-key"]
        #expect(await program.run(words + library, on: console) == 0)
        let options = option.split(separator: " ").map { $0 == "FILE" ? file.path : String($0) }
        #expect(await program.run(["source", "set", "home"] + options + library, on: console) == 0)
        #expect(errors.text.components(separatedBy: "API key: \n").count == 3 && !errors.text.contains("Password"))
    }

    @Test("Given a password in a pipe, when I add a server, then Fermata reads it")
    func readsPasswordFromPipe() async throws {
        var program = try Program()
        program.launcher = ["sh", "-c", "printf 'secret7\\n' | \"$@\"", "sh"]
        let outcome = try await program.run("source add subsonic https://music.invalid --user ann")
        #expect(outcome.code == 0, "\(outcome.errors)")
        let file = program.home.appending(path: ".config/fermata/credentials.json")
        #expect(try String(contentsOf: file, encoding: .utf8).contains("secret7"))
    }
}

/// A music server with three songs and a playlist, and a program that has synced it as “home”.
enum HomeServer {
    static let songs = songs(withIDs: ["1", "2", "3"])

    static func songs(withIDs ids: [String]) -> [ServedSong] {
        [
            ServedSong(id: ids[0], title: "Speed of Life", duration: 166, fields: ["track": 1]),
            ServedSong(
                id: ids[1], title: "Breaking Glass", duration: 112, fields: ["track": 2, "explicitStatus": "explicit"]),
            ServedSong(id: ids[2], title: "사랑"),
        ]
    }

    static func withSyncedLibrary(_ body: (Program, FakeMusicServer) async throws -> Void) async throws {
        try await withCatalogueServer { catalogue in
            let server = FakeMusicServer(catalogue)
            server.change { content in
                content.songs = songs
                content.playlists = [ServedPlaylist(id: "p", name: "Berlin", songs: ["3", "1"])]
            }
            let program = try Program()
            let password = try program.write("secret7\n", to: "password")
            try await program.run(
                "source add subsonic \(server.address) --user ann --name home --password-file \(password.path)")
            try await program.run("sync")
            try await body(program, server)
        }
    }
}
