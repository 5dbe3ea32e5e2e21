import Foundation
import TestServer
import Testing

@Suite("Story: an app shows the library of the server", .timeLimit(.minutes(3)))
struct SubsonicBrowsingTests {
    @Test("Given artists, then they come by letters, with their albums, and these with their songs")
    func browses() async throws {
        try await SubsonicApp.run(.albums) { app in
            let groups = try await app.list("artists", "index", "getArtists")
            #expect(groups.texts("name") == ["A", "L", "Q", "V"])
            let artists = groups.flatMap { $0["artist"] as? [[String: any Sendable]] ?? [] }
            #expect(artists.texts("name") == ["Abba", "Low", "Queen", "Various Artists"])
            for artist in artists {
                let id = try #require(artist["id"] as? String)
                #expect(id.wholeMatch(of: /[A-Za-z0-9_-]+/) != nil)
                let albums = try await app.list("artist", "album", "getArtist", "id=\(id)")
                #expect(albums.count == artist["albumCount"] as? Int)
                let alone = try await app.object("artist", "getArtist", "id=\(id)")
                #expect(alone["albumCount"] as? Int == artist["albumCount"] as? Int)
                #expect(alone["coverArt"] as? String == artist["coverArt"] as? String)
                let folder = try await app.list("directory", "child", "getMusicDirectory", "id=\(id)")
                #expect(folder.texts("id") == albums.texts("id") && folder.texts("isDir").allSatisfy { $0 == "1" })
            }
            let low = try #require(artists.first { $0["name"] as? String == "Low" }?["id"] as? String)
            let album = try #require(try await app.list("artist", "album", "getArtist", "id=\(low)").first)
            let songs = try await app.list("album", "song", "getAlbum", "id=\(album["id"] ?? "")")
            #expect(songs.texts("title") == ["Violence", "Below", "Shame"])
            #expect(songs.texts("albumId") == songs.map { _ in "\(album["id"] ?? "")" })
            let song = try await app.object("song", "getSong", "id=\(songs[0]["id"] ?? "")")
            #expect(song["title"] as? String == "Violence" && song["artistId"] as? String == low)
            #expect(song["isDir"] as? Bool == false && song["type"] as? String == "music")
        }
    }

    @Test("Given artists of songs, then each is found by its id, and has a cover only if there is one")
    func findsArtists() async throws {
        for library in [SharedLibrary.albums, .band, .story] {
            try await SubsonicApp.run(library) { app in
                var ids: Set<String> = []
                let result = try await app.object("searchResult3", "search3", "query=&songCount=500&albumCount=500")
                for values in [result["song"], result["album"]] {
                    for value in values as? [[String: any Sendable]] ?? [] {
                        if let id = value["artistId"] as? String { ids.insert(id) }
                        for list in ["artists", "albumArtists"] {
                            ids.formUnion((value[list] as? [[String: any Sendable]] ?? []).texts("id"))
                        }
                    }
                }
                #expect(!ids.isEmpty)
                for id in ids {
                    let artist = try await app.object("artist", "getArtist", "id=\(id)")
                    #expect(artist["id"] as? String == id)
                    let albums = artist["album"] as? [[String: any Sendable]] ?? []
                    #expect(artist["albumCount"] as? Int == albums.count)
                    let covers = albums.compactMap { $0["coverArt"] as? String }
                    #expect(artist["coverArt"] as? String == covers.first)
                }
            }
        }
    }

    @Test("Given a folder of music, then artists are those with albums in it")
    func listsArtistsOfFolder() async throws {
        try await SubsonicApp.run(.albums) { app in
            let folders = try await app.list("musicFolders", "musicFolder", "getMusicFolders")
            for (route, list) in [("getArtists", "artists"), ("getIndexes", "indexes")] {
                let all = try await app.list(list, "index", route)
                for folder in folders {
                    let found = try await app.list(list, "index", route, "musicFolderId=\(folder["id"] ?? "")")
                    #expect(found.texts("name") == all.texts("name"))
                }
                #expect(try await app.list(list, "index", route, "musicFolderId=12345").count == all.count)
            }
            let other = try app.served.program.write(
                #"{"id": "1", "title": "Solo", "singer": "Zoe", "album": "One", "duration": 60}"# + "\n",
                to: "other.ndjson")
            let program = app.served.program
            #expect(try await program.run("source add file \(other.path) --name other").code == 0)
            #expect(try await program.run("sync other").code == 0)
            let folder = try #require(
                try await app.list("musicFolders", "musicFolder", "getMusicFolders").first {
                    $0["name"] as? String == "other"
                }?["id"])
            for (route, list) in [("getArtists", "artists"), ("getIndexes", "indexes")] {
                let found = try await app.list(list, "index", route, "musicFolderId=\(folder)")
                #expect(found.texts("name") == ["Z"])
                let artists = found.flatMap { $0["artist"] as? [[String: any Sendable]] ?? [] }
                #expect(artists.texts("name") == ["Zoe"] && artists[0]["coverArt"] == nil)
            }
        }
    }

    @Test("Given ids of other kinds, unknown ones and no ids, then the error has the number of the API")
    func refusesIDs() async throws {
        try await SubsonicApp.run(.albums) { app in
            let album = try #require(
                try await app.list("albumList2", "album", "getAlbumList2", "type=newest").first?["id"])
            for (route, query, code) in [
                ("getSong", "id=\(album)", 70), ("getAlbum", "id=0000000000000001", 70), ("getAlbum", "", 10),
                ("getArtist", "id=ar-", 70), ("getArtist", "id=ar-%2B", 70), ("getArtist", "id=\(album)", 70),
                ("getSong", "id=0000000000000001", 70), ("getSong", "id=x", 70), ("getPlaylist", "id=pl-1", 70),
                ("getMusicDirectory", "id=al-0000000000000001", 70), ("stream", "id=\(album)", 70),
                ("getCoverArt", "id=al-ffffffffffffffff", 70), ("star", "", 10), ("star", "id=nothing", 70),
                ("getAlbumList2", "", 10), ("getAlbumList2", "type=best", 0), ("getAlbumList2", "type=byYear", 10),
                ("getAlbumList2", "type=newest&size=-1", 0), ("getAlbumList2", "type=newest&size=x", 0),
                ("getSongsByGenre", "", 10), ("search3", "", 10), ("setRating", "id=\(album)&rating=6", 0),
                ("setRating", "id=\(album)", 10), ("jukeboxControl", "action=dance", 0), ("hls", "id=1", 0),
                ("search3", "query=&songCount=10001", 0),
            ] {
                #expect(try await app.error(route, query) == code, "\(route)?\(query)")
            }
        }
    }

    @Test("Given albums, then each list has its order and pages")
    func listsAlbums() async throws {
        try await SubsonicApp.run(.albums) { app in
            func names(_ query: String) async throws -> [String] {
                try await app.list("albumList2", "album", "getAlbumList2", query).texts("name")
            }
            #expect(
                try await names("type=alphabeticalByArtist") == [
                    "Greatest Hits", "Long Division", "Greatest Hits", "Now 1",
                ])
            #expect(try await names("type=alphabeticalByName&size=1&offset=2") == ["Long Division"])
            #expect(try await names("type=byYear&fromYear=1900&toYear=2100").last == "Now 1")
            #expect(try await names("type=byYear&fromYear=2100&toYear=1900").first == "Now 1")
            #expect(try await names("type=byGenre&genre=pop").count == 2)
            for type in ["starred", "recent", "frequent", "highest"] {
                #expect(try await names("type=\(type)").isEmpty)
            }
            let random = try await names("type=random&size=2") + names("type=random&size=2&offset=2")
            #expect(random.sorted() == ["Greatest Hits", "Greatest Hits", "Long Division", "Now 1"])
            let folders = try await app.list("albumList", "album", "getAlbumList", "type=newest&size=1")
            #expect(folders.texts("isDir") == ["1"])
            #expect(try await app.list("genres", "genre", "getGenres").texts("value") == ["pop", "rock", "slow"])
            let songs = try await app.list("songsByGenre", "song", "getSongsByGenre", "genre=slow&count=5")
            #expect(songs.texts("genre") == songs.map { _ in "slow" } && !songs.isEmpty)
            #expect(
                try await app.list("randomSongs", "song", "getRandomSongs", "genre=slow&size=100").count == songs.count)
        }
    }

    @Test("Given a genre whose name contains another, then that of the other one has no songs of it")
    func distinguishesGenres() async throws {
        let songs = ["Rock", "rock", "Art Rock"].enumerated().map { index, genre in
            #"{"title":"\#(index)","singer":"Low","album":"\#(genre)","genre":"\#(genre)","duration":1}"#
        }
        try await Program.withLibrary(of: .json(songs.joined(separator: "\n"))) { program, _ in
            try await program.addAccount("anna", password: "secret")
            try await InProcessServer.run(program) { served in
                let app = SubsonicApp(served: served)
                let genres = try await app.list("genres", "genre", "getGenres")
                #expect(genres.count == 2)
                for genre in genres {
                    let name = "\(genre["value"] ?? "")".replacing(" ", with: "+")
                    let found = try await app.list("songsByGenre", "song", "getSongsByGenre", "genre=\(name)")
                    #expect(found.count == genre["songCount"] as? Int)
                    let random = try await app.list("randomSongs", "song", "getRandomSongs", "genre=\(name)")
                    #expect(Set(random.texts("id")) == Set(found.texts("id")))
                    let query = "type=byGenre&genre=\(name)"
                    let albums = try await app.list("albumList2", "album", "getAlbumList2", query)
                    #expect(albums.count == genre["albumCount"] as? Int)
                }
            }
        }
    }

    @Test("Given an empty search, then it pages through all songs, each once")
    func pagesThroughAll() async throws {
        try await SubsonicApp.run(.generated) { app in
            for query in ["", "%22%22"] {
                var ids: [String] = []
                repeat {
                    let page = try await app.list(
                        "searchResult3", "song", "search3",
                        "query=\(query)&songCount=300&albumCount=0&artistCount=0&songOffset=\(ids.count)")
                    ids += page.texts("id")
                    if page.count < 300 { break }
                } while true
                #expect(ids.count == 1_000 && Set(ids).count == 1_000)
            }
        }
    }

    @Test("Given words, then they are searched as they are, also those that look like keys")
    func searches() async throws {
        try await SubsonicApp.run(.story) { app in
            func titles(_ query: String) async throws -> [String] {
                try await app.list("searchResult3", "song", "search3", "query=\(query)").texts("title")
            }
            #expect(try await titles("chang*") == ["Changes"])
            #expect(try await titles("bowie+chang") == ["Changes"])
            for words in ["is:explicit", "year:1971"] { #expect(try await titles(words).isEmpty) }
            #expect(try await titles("-bowie") == ["Changes"])
            let result = try await app.object("searchResult2", "search2", "query=bowie")
            #expect((result["artist"] as? [[String: any Sendable]])?.texts("name") == ["David Bowie"])
            #expect((result["album"] as? [[String: any Sendable]])?.texts("title") == ["Hunky Dory"])
        }
    }

    @Test("Given artists, then apps get their best songs and those of related artists")
    func suggests() async throws {
        try await SubsonicApp.run(.band) { app in
            let songs = try await app.list("topSongs", "song", "getTopSongs", "artist=ed+sheeran&count=2")
            #expect(songs.texts("title") == ["Perfect", "Beautiful People"])
            let id = try #require(songs[0]["artistId"])
            #expect(try await app.list("topSongs", "song", "getTopSongs", "id=\(id)&count=1").count == 1)
            #expect(try await app.list("topSongs", "song", "getTopSongs", "artist=Nobody").isEmpty)
            let related = try await app.list("artistInfo2", "similarArtist", "getArtistInfo2", "id=\(id)")
            #expect(Set(related.texts("name")) == ["Eminem", "Maroon 5", "Shawn Mendes"])
            for route in ["getSimilarSongs", "getSimilarSongs2"] {
                let name = route == "getSimilarSongs" ? "similarSongs" : "similarSongs2"
                #expect(try await app.list(name, "song", route, "id=\(id)&count=3").count == 3)
            }
        }
    }

    @Test("Given lyrics, then they come by lines with times, or as one text")
    func showsLyrics() async throws {
        try await SubsonicApp.run(.lyrics) { app in
            let id = try await app.served.id("merry christmas")
            let lyrics = try await app.list("lyricsList", "structuredLyrics", "getLyricsBySongId", "id=\(id)")
            let lines = try #require(lyrics[0]["line"] as? [[String: any Sendable]])
            #expect(lyrics[0]["synced"] as? Bool == true && lines[0]["start"] as? Int == 16_200)
            let plain = try await app.object("lyrics", "getLyrics", "artist=A+Band&title=plain")
            #expect(plain["value"] as? String == "first\n\nsecond")
            #expect(try await app.object("lyrics", "getLyrics", "title=nothing")["value"] as? String == "")
            let silent = try await app.served.id("silence")
            let none = try await app.list("lyricsList", "structuredLyrics", "getLyricsBySongId", "id=\(silent)")
            #expect(none.isEmpty)
        }
    }
}
