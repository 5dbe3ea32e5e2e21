import Foundation
import Testing

@Suite("Story: an app changes the library of the server", .timeLimit(.minutes(3)))
struct SubsonicChangeTests {
    @Test("Given songs, albums and artists, then an app stars and rates them, as the program shows")
    func starsAndRates() async throws {
        try await SubsonicApp.run(.story) { app in
            let (program, start) = (app.served.program, Date())
            let song = try await app.served.id("changes")
            let result = try await app.object("searchResult3", "search3", "query=bjork")
            let album = try #require((result["album"] as? [[String: any Sendable]])?.first?["id"])
            let artist = try #require((result["artist"] as? [[String: any Sendable]])?.first?["id"])
            _ = try await app.get("star", "id=\(song)&id=\(album)&artistId=\(artist)")
            _ = try await app.get("setRating", "id=\(song)&rating=4")
            _ = try await app.get("setRating", "id=\(album)&rating=5")
            #expect(try await program.column("title,rating", "list --bookmarked") == ["Changes\t4"])
            let starred = try await app.object("starred2", "getStarred2")
            for (kind, name) in [("song", "title"), ("album", "name"), ("artist", "name")] {
                let values = try #require(starred[kind] as? [[String: any Sendable]])
                #expect(values.count == 1 && values[0][name] != nil, "\(kind)")
                #expect((values[0]["albumCount"] != nil) == (kind == "artist"))
                let time = try Date(values.texts("starred")[0], strategy: .iso8601)
                #expect(time >= start - 1 && time <= Date(), "\(kind)")
            }
            #expect(
                try await app.list("albumList2", "album", "getAlbumList2", "type=highest").texts("userRating") == ["5"])
            _ = try await app.get("unstar", "id=\(song)&albumId=\(album)&id=\(artist)")
            _ = try await app.get("setRating", "id=\(song)&rating=0")
            #expect(try await program.column("title", "list --bookmarked").isEmpty)
            let none = try await app.object("starred", "getStarred")
            #expect(["song", "album", "artist"].allSatisfy { (none[$0] as? [Any])?.isEmpty == true })
            #expect(try await app.error("star", "id=\(song)&id=0000000000000001") == 70)
            #expect(try await program.column("title", "list --bookmarked").isEmpty)
        }
    }

    @Test("Given plays of an app, then they are in the history once, and the present one is shown")
    func records() async throws {
        try await SubsonicApp.run(.story) { app in
            let program = app.served.program
            let (one, two) = (try await app.served.id("changes"), try await app.served.id("hyperballad"))
            _ = try await app.get("scrobble", "id=\(one)&id=\(two)&time=1700000000000&time=1700000300000")
            _ = try await app.get("scrobble", "id=\(one)&time=1700000000000&submission=True")
            #expect(try await program.column("title", "history") == ["Hyperballad", "Changes"])
            _ = try await app.get("scrobble", "id=\(one)&submission=false")
            #expect(try await program.column("title", "history").count == 2)
            let playing = try await app.list("nowPlaying", "entry", "getNowPlaying")
            #expect(playing.texts("title") == ["Changes"] && playing.texts("username") == ["anna"])
            #expect(playing.texts("playerName") == ["test"] && playing.texts("minutesAgo") == ["0"])
            let recent = try await app.list("albumList2", "album", "getAlbumList2", "type=recent")
            #expect(recent.texts("name") == ["Post", "Hunky Dory"])
            #expect(try await app.error("scrobble", "id=\(one)&time=99999999999999") == 0)
        }
    }

    @Test("Given playlists, then an app makes, fills, changes and deletes one of its own")
    func changesPlaylists() async throws {
        try await SubsonicApp.run(.band) { app in
            let program = app.served.program
            func titles(_ id: String) async throws -> [String] {
                try await app.list("playlist", "entry", "getPlaylist", "id=\(id)").texts("title")
            }
            let songs = try await app.list("searchResult3", "song", "search3", "query=sheeran").texts("id")
            let created = try await app.object(
                "playlist", "createPlaylist", "name=Mix&songId=\(songs[0])&songId=\(songs[1])&songId=\(songs[2])")
            let id = try #require(created["id"] as? String)
            let first = try await titles(id)
            #expect(first.count == 3 && created["songCount"] as? Int == 3)
            _ = try await app.get(
                "updatePlaylist",
                "playlistId=\(id)&name=Other&songIndexToRemove=0&songIndexToRemove=2&songIdToAdd=\(songs[3])")
            let changed = try await titles(id)
            #expect(changed.count == 2 && changed[0] == first[1])
            #expect(try await program.column("title", "playlist Other") == changed)
            #expect(try await app.error("updatePlaylist", "playlistId=\(id)&songIndexToRemove=9") == 70)
            #expect(try await app.error("createPlaylist", "playlistId=\(id)&name=Pop&songId=0000000000000001") == 70)
            let taken = try await app.object("playlist", "createPlaylist", "name=Taken")
            #expect(try await app.error("createPlaylist", "playlistId=\(id)&name=Taken&songId=\(songs[0])") == 0)
            #expect(try await titles(id) == changed)
            _ = try await app.get("deletePlaylist", "id=\(taken["id"] ?? "")")
            _ = try await app.get("createPlaylist", "playlistId=\(id)&songId=\(songs[0])")
            #expect(try await titles(id) == [first[0]])
            #expect(try await program.run("undo").code == 0)
            #expect(try await titles(id) == changed)
            _ = try await app.get("createPlaylist", "playlistId=\(id)")
            #expect(try await titles(id).isEmpty)
            let lists = try await app.list("playlists", "playlist", "getPlaylists")
            #expect(lists.texts("name") == ["Hard", "Love Songs", "Other", "Pop", "Pop Remix"])
            let ofSource = try #require(lists.first { $0["name"] as? String == "Pop" })
            #expect(ofSource["readonly"] as? Bool == true && ofSource["owner"] as? String == "radio")
            for route in ["deletePlaylist?id", "updatePlaylist?name=x&playlistId", "createPlaylist?playlistId"] {
                let parts = route.split(separator: "?")
                #expect(try await app.error(String(parts[0]), "\(parts[1])=\(ofSource["id"] ?? "")") == 50, "\(route)")
            }
            _ = try await app.get("deletePlaylist", "id=\(id)")
            #expect(try await app.error("getPlaylist", "id=\(id)") == 70)
        }
    }

    @Test("Given a playlist, then apps see its comment, its duration, and when it was made and changed")
    func describesPlaylists() async throws {
        try await SubsonicApp.run(.band) { app in
            func listed(_ name: String) async throws -> [String: any Sendable] {
                let lists = try await app.list("playlists", "playlist", "getPlaylists")
                return try #require(lists.first { $0["name"] as? String == name })
            }
            let songs = try await app.list("searchResult3", "song", "search3", "query=sheeran")
            let created = try await app.object(
                "playlist", "createPlaylist", "name=Mix&songId=\(songs.texts("id")[0])&songId=\(songs.texts("id")[1])")
            let id = try #require(created["id"] as? String)
            let first = try await listed("Mix")
            #expect(first["duration"] as? Int == songs.prefix(2).reduce(0) { $0 + ($1["duration"] as? Int ?? 0) })
            #expect(first["duration"] as? Int == created["duration"] as? Int && first["duration"] as? Int != 0)
            #expect(first["comment"] == nil && first["created"] as? String == first["changed"] as? String)
            _ = try await app.get("updatePlaylist", "playlistId=\(id)&comment=for%20cars")
            #expect(try await listed("Mix")["comment"] as? String == "for cars")
            let playlist = try await app.object("playlist", "getPlaylist", "id=\(id)")
            #expect(playlist["comment"] as? String == "for cars")
            #expect(playlist["created"] as? String == first["created"] as? String)
            _ = try await app.get("updatePlaylist", "playlistId=\(id)&comment=")
            #expect(try await listed("Mix")["comment"] == nil)
            #expect(try await app.served.program.run("playlist save Found sheeran").code == 0)
            let found = try await listed("Found")
            #expect(found["songCount"] as? Int == songs.count && found["duration"] as? Int ?? 0 > 0)
            for text in try await app.list("playlists", "playlist", "getPlaylists").texts("changed") {
                let time = try Date(text, strategy: .iso8601).timeIntervalSince1970
                #expect(time > 1_600_000_000 && time < Date().timeIntervalSince1970 + 1)
            }
        }
    }

    @Test("Given a queue of one app, then another one resumes it, by id or by index")
    func sharesQueue() async throws {
        try await SubsonicApp.run(.band) { app in
            let songs = try await app.list("searchResult3", "song", "search3", "query=sheeran").texts("id")
            let (one, two) = (songs[0], songs[1])
            _ = try await app.get("savePlayQueue", "id=\(one)&id=\(two)&current=\(two)&position=12345")
            let queue = try await app.object("playQueue", "getPlayQueue")
            #expect((queue["entry"] as? [[String: any Sendable]])?.texts("id") == [one, two])
            #expect(queue["current"] as? String == two && queue["position"] as? Int == 12_345)
            #expect(queue["changedBy"] as? String == "test")
            let changed = try #require(queue["changed"] as? String)
            try await Task.sleep(for: .milliseconds(1_100))
            #expect(try await app.object("playQueue", "getPlayQueue")["changed"] as? String == changed)
            _ = try await app.get("savePlayQueueByIndex", "id=\(one)&id=\(one)&currentIndex=1")
            let byIndex = try await app.object("playQueueByIndex", "getPlayQueueByIndex")
            #expect(try #require(byIndex["changed"] as? String) > changed)
            #expect(byIndex["currentIndex"] as? Int == 1 && byIndex["username"] as? String == "anna")
            #expect(try await app.served.program.column("title", "player queue").count == 2)
            #expect(try await app.served.program.run("player clear").code == 0)
            #expect(try await app.object("playQueue", "getPlayQueue")["changedBy"] as? String == "")
            for query in [
                "savePlayQueue?id=\(one)", "savePlayQueue?id=\(one)&current=\(two)",
                "savePlayQueueByIndex?id=\(one)&currentIndex=1", "savePlayQueueByIndex?id=\(one)",
                "savePlayQueueByIndex?currentIndex=0",
            ] {
                let parts = query.split(separator: "?").map(String.init)
                #expect(try await app.error(parts[0], parts[1]) == 10, "\(query)")
            }
            _ = try await app.get("savePlayQueue")
            #expect(try await app.list("playQueue", "entry", "getPlayQueue").isEmpty)
        }
    }

    @Test("Given an app that reports its positions, then a song counts once as played, and is playing now")
    func reportsPlayback() async throws {
        try await SubsonicApp.run(.band) { app in
            let id = try await app.list("searchResult3", "song", "search3", "query=").texts("id")[0]
            func report(_ state: String, _ position: Int, _ query: String = "") async throws {
                _ = try await app.get(
                    "reportPlayback", "mediaId=\(id)&mediaType=song&positionMs=\(position)&state=\(state)\(query)")
            }
            let plays = { try await app.object("song", "getSong", "id=\(id)")["playCount"] as? Int ?? 0 }
            try await report("starting", 0)
            #expect(try await app.list("nowPlaying", "entry", "getNowPlaying").texts("id") == [id])
            try await report("playing", 1_000)
            #expect(try await plays() == 0)
            for position in [300_000, 301_000] { try await report("playing", position) }
            #expect(try await plays() == 1)
            try await report("starting", 0)
            try await report("stopped", 300_000, "&ignoreScrobble=true")
            #expect(try await plays() == 1)
            for query in ["state=gone&positionMs=1", "state=playing", "positionMs=1", "state=playing&positionMs=-1"] {
                #expect(try await app.error("reportPlayback", "mediaId=\(id)&mediaType=song&\(query)") != nil)
            }
        }
    }

    @Test("Given an audio book, when an app saves its position, then another one continues there")
    func savesPositions() async throws {
        try await SubsonicApp.run(.band) { app in
            let ids = try await app.list("searchResult3", "song", "search3", "query=").texts("id")
            _ = try await app.get("createBookmark", "id=\(ids[0])&position=61500&comment=chapter%202")
            _ = try await app.get("createBookmark", "id=\(ids[1])&position=5")
            let saved = try await app.list("bookmarks", "bookmark", "getBookmarks")
            #expect(saved.map { $0["position"] as? Int } == [5, 61_500])
            #expect(saved[1]["comment"] as? String == "chapter 2" && saved[1]["username"] as? String == "anna")
            #expect((saved[1]["entry"] as? [String: any Sendable])?["id"] as? String == ids[0])
            _ = try await app.get("deleteBookmark", "id=\(ids[1])")
            #expect(try await app.list("bookmarks", "bookmark", "getBookmarks").count == 1)
            for query in ["id=\(ids[0])", "position=1", "id=\(ids[0])&position=-1", "id=0000000000000001&position=1"] {
                #expect(try await app.error("createBookmark", query) != nil, "\(query)")
            }
        }
    }
}
