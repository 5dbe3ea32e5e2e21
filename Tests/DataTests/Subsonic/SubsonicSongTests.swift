import FermataContracts
import FermataData
import FermataDomain
import Foundation
import TestServer
import Testing

@Suite("Songs of music servers")
struct SubsonicSongTests {
    @Test("reports a server that stops within a response")
    func reportsStalledResponse() async throws {
        let timeouts = HTTPTimeouts(firstByte: .seconds(20), stall: .seconds(2))
        try await withMusicServer(timeouts: timeouts, retries: RetryPolicy(attempts: 1)) { server, access in
            server.change { $0.answers["getScanStatus"] = .stalled(after: "{\"subsonic-response\":") }
            await expectFailure(.stalled(for: .seconds(2))) { try await access.fetch() }
        }
    }

    @Test("times out if the server is silent")
    func timesOut() async throws {
        let timeouts = HTTPTimeouts(firstByte: .milliseconds(200))
        try await withMusicServer(timeouts: timeouts, retries: RetryPolicy(attempts: 1)) { server, access in
            server.change { $0.answers["getOpenSubsonicExtensions"] = .silent }
            await expectFailure(.timedOut(after: .milliseconds(200))) { try await access.fetch() }
        }
    }

    @Test(
        "accepts responses of up to 64 MiB",
        arguments: [(0, nil), (1, .content(.tooLarge(limit: 64 << 20, isUnpacked: false)))]
            as [(Int, SourceFailureCause?)])
    func limitsResponse(excess: Int, failure: SourceFailureCause?) async throws {
        let start = Data(#"{"subsonic-response":{"status":"ok","starred2":{}}}"#.utf8)
        let content = start + Data(repeating: 0x20, count: (64 << 20) - start.count + excess)
        try await withMusicServer { server, access in
            server.change { $0.answers["getStarred2"] = .document(content) }
            let found = await cause { try await access.repository().starredKeys() }
            #expect(found == failure)
        }
    }

    @Test("sends no batch for a page without new songs")
    func sendsNoEmptyBatch() async throws {
        try await withMusicServer { _, access in
            let counts = try await access.repository().batches(since: nil).collected().batches.map(\.count)
            #expect(counts == [3])
        }
    }

    @Test("reads every field of a song")
    func readsFields() async throws {
        let fields: [String: any Sendable] = [
            "track": 3, "discNumber": 2, "year": 1977, "genre": "Art Rock", "coverArt": "al-1 2",
            "explicitStatus": "explicit", "playCount": 7, "musicBrainzId": "6f9c8c32-3aae-4dad-b023-56389361cf6b",
            "displayArtist": "Bowie & Eno",
        ]
        let song = try await read(ServedSong(id: "a/b c", title: "사랑", duration: 61, fields: fields))
        #expect((song.key, song.title, song.artist, song.album) == ("a/b c", "사랑", "Bowie & Eno", "Low"))
        #expect((song.duration, song.track, song.disc, song.genre) == (.seconds(61), 3, 2, "Art Rock"))
        #expect((song.explicit, song.popularity, song.released) == (.explicit, 7, ReleaseDate(year: 1977)))
        #expect(song.recording == MusicBrainzID("6f9c8c32-3aae-4dad-b023-56389361cf6b"))
        #expect(song.needsKey)
    }

    @Test(
        "reads the artists of a song, and ignores invalid ones",
        arguments: [
            (#"[{"id":"1","name":"Bowie"},{"id":"2","name":"Eno"}]"#, ["Bowie", "Eno"]),
            (#"[{"name":"Eno"},null,7,{},{"name":[]},{"name":8},{"name":" "}]"#, ["8", "Eno"]),
            (#"[{"id":"1","name":"Bowie & Eno"}]"#, []), (#"{"name":"Bowie"}"#, []), (#""""#, []), ("[]", []),
            ("null", []), ("7", []),
        ] as [(String, [String])])
    func readsArtists(json: String, artists: [String]) async throws {
        let song = try await read(
            ServedSong(
                id: "7",
                json: #"{"id":"7","title":"x","artist":"Bowie","displayArtist":"Bowie & Eno","artists":\#(json)}"#))
        #expect((song.artist, song.artists) == ("Bowie & Eno", artists))
    }

    @Test("a song whose artists change is another record")
    func comparesArtists() async throws {
        try await withMusicServer { server, access in
            var fingerprints: [UInt64] = []
            for artists in [#""Ann""#, #""Cy""#] {
                let json = #"{"id":"7","title":"x","artist":"Bowie","artists":[{"name":"Bob"},{"name":\#(artists)}]}"#
                server.change { $0.songs = [ServedSong(id: "7", json: json)] }
                fingerprints += try await access.repository().batches(since: nil).collected().batches
                    .flatMap(\.records).map(\.fingerprint)
            }
            #expect(fingerprints.count == 2 && Set(fingerprints).count == 2)
        }
    }

    @Test("addresses name the server and the song, and contain no credentials")
    func hidesCredentials() async throws {
        try await withMusicServer { server, access in
            server.change { $0.songs = [ServedSong(id: "a/b c", title: "x", fields: ["coverArt": "c&1"])] }
            let song = try await access.song("a/b c")
            #expect(song.audioURL == server.address + "/rest/stream.view?id=a/b%20c&format=raw")
            #expect(song.artworkURL == server.address + "/rest/getCoverArt.view?id=c%261&size=600")
        }
    }

    @Test(
        "reads values that servers write in another form",
        arguments: [
            #"{"id":7,"title":"x","artist":"","duration":"61"}"#, #"{"id":"7","title":"x","duration":61.7}"#,
            #"{"id":"7","title":"x","duration":61,"track":-1,"discNumber":0,"year":0,"genre":"","coverArt":""}"#,
            #"{"id":"7","title":"x","duration":61,"explicitStatus":"?","musicBrainzId":"?","playCount":null}"#,
        ])
    func readsLenientValues(json: String) async throws {
        let song = try await read(ServedSong(id: "7", json: json))
        #expect((song.key, song.title, song.artist, song.duration) == ("7", "x", "", .seconds(61)))
        #expect((song.track, song.disc, song.released, song.genre, song.artworkURL) == (nil, nil, nil, nil, nil))
        #expect((song.explicit, song.recording, song.popularity) == (.unknown, nil, nil))
    }

    @Test(
        "reads numbers of discs and tracks from 1 to 2147483647",
        arguments: [(1, 1), (2_147_483_647, 2_147_483_647), (2_147_483_648, nil)] as [(Int, Int?)])
    func limitsNumbers(number: Int, expected: Int?) async throws {
        let song = try await read(ServedSong(id: "7", title: "x", fields: ["track": number, "discNumber": number]))
        #expect((song.track, song.disc) == (expected, expected))
    }

    @Test("a duration that is missing or below zero is zero", arguments: ["", #","duration":-1"#, #","duration":0"#])
    func ignoresInvalidDuration(field: String) async throws {
        #expect(try await read(ServedSong(id: "7", json: #"{"id":"7","title":"x"\#(field)}"#)).duration == .zero)
    }

    @Test(
        "skips and reports a song without an id or a title",
        arguments: [
            (#"{"id":"7"}"#, RecordError.missing(field: "title")), (#"{"title":"x"}"#, .missing(field: "id")),
            (#"{"id":"7","title":" \n"}"#, .empty(field: "title")), (#"{"id":"7","title":[]}"#, .unreadable),
            ("null", .unreadable), ("[]", .unreadable), ("7", .unreadable),
        ])
    func rejectsInvalidSong(json: String, error: RecordError) async throws {
        try await withMusicServer { server, access in
            server.change { $0.songs.insert(ServedSong(id: "7", json: json), at: 1) }
            let fetched = try await access.fetch()
            #expect(fetched.titles == ["Song 0", "Song 1", "Song 2"])
            // The position of a song without an id is unknown: it comes after the others of its page.
            let (position, id) = json.contains(#""id""#) ? (2, "7") : (4, nil)
            #expect(fetched.rejected == [RejectedRecord(position: position, error, id: id)])
        }
    }

    @Test("reports the id and the path of a song that cannot be read")
    func namesInvalidSong() async throws {
        try await withMusicServer { server, access in
            server.change {
                $0.songs = [
                    ServedSong(id: "7", json: #"{"id":"7","title":[],"path":"Low/a.mp3"}"#),
                    ServedSong(id: "8", json: #"{"id":8,"title":" ","path":" "}"#),
                    ServedSong(id: "9", title: "x"),
                ]
            }
            let fetched = try await access.fetch()
            #expect(
                fetched.rejected == [
                    RejectedRecord(position: 1, .unreadable, id: "7", path: "Low/a.mp3"),
                    RejectedRecord(position: 2, .empty(field: "title"), id: "8", path: " "),
                ])
        }
    }

    @Test("omits a name of an invalid song that repeats the secret")
    func omitsSecretName() async throws {
        try await withMusicServer { server, access in
            server.change {
                $0.songs.append(ServedSong(id: "s", json: #"{"id":"sec\u200bret7","title":[],"path":"a/secret7.mp3"}"#))
            }
            let rejected = try await access.fetch().rejected
            #expect(rejected == [RejectedRecord(position: 4, .unreadable)])
        }
    }

    @Test(
        "names a song without a title by its path",
        arguments: [
            (#""path":"David Bowie/Low/03 - Warszawa.mp3""#, "Warszawa", "David Bowie", "Low", 3),
            (#""title":" ","artist":"Eno","path":"David Bowie/Low/Warszawa.flac""#, "Warszawa", "Eno", "Low", nil),
            (
                #""title":"","album":"Heroes","track":7,"path":"/music/Bowie/x/04 Warszawa""#, "Warszawa", "Bowie",
                "Heroes", 7
            ),
        ] as [(String, String, String, String, Int?)])
    func namesSongByPath(members: String, title: String, artist: String, album: String, track: Int?) async throws {
        let song = try await read(ServedSong(id: "7", json: #"{"id":"7",\#(members)}"#))
        #expect((song.title, song.artist, song.album, song.track) == (title, artist, album, track))
    }

    @Test(
        "reads the shown artist of the album, or else the names of its artists",
        arguments: [
            (#""displayAlbumArtist":"Various","albumArtists":[{"name":"Low"}]"#, "Various"),
            (#""albumArtists":[{"id":"1","name":"Low"},{"id":"2","name":"Dirty Three"}]"#, "Low, Dirty Three"),
            (#""displayAlbumArtist":" ","albumArtists":{"name":"Low"}"#, "Low"),
            (#""displayAlbumArtist":[],"albumArtists":[null,{"name":" "},{"id":"3"},7]"#, ""),
            (#""albumArtists":"""#, ""), (#""albumArtists":null"#, ""),
        ])
    func readsAlbumArtist(members: String, artist: String) async throws {
        let song = try await read(ServedSong(id: "7", json: #"{"id":"7","title":"x","artist":"Ann",\#(members)}"#))
        #expect((song.artist, song.albumArtist) == ("Ann", artist))
    }

    @Test(
        "songs of an album's list have the artist of the album, unless they name another",
        arguments: [
            (#""artist":"Various Artists""#, "Various Artists"),
            (#""displayArtist":"Low & Dirty Three","artist":"Low""#, "Low & Dirty Three"), (#""artist":[]"#, ""),
        ])
    func readsArtistOfList(members: String, artist: String) async throws {
        try await withMusicServer { server, access in
            server.change { content in
                (content.search, content.songs) = (.unsupported, [ServedSong(id: "1", title: "x")])
                content.songCount = 2
                content.answers["getAlbum"] = .json(
                    #"{"subsonic-response":{"status":"ok","album":{"song":[{"id":"1","title":"x"},"#
                        + #"{"id":"2","title":"y","displayAlbumArtist":"Ann"}],\#(members)}}}"#)
            }
            let songs = try await access.repository().records().map { try $0.read() }
            #expect(songs.map(\.albumArtist) == [artist, "Ann"])
        }
    }

    @Test("leaves out videos, podcasts and folders")
    func skipsNonSongs() async throws {
        try await withMusicServer { server, access in
            server.change { content in
                for (number, field) in [("isVideo", true as any Sendable), ("isDir", true), ("type", "podcast")]
                    .enumerated()
                {
                    content.songs.append(
                        ServedSong(id: "v\(number)", title: "Video", fields: [field.0: field.1]))
                }
            }
            let fetched = try await access.fetch()
            #expect(fetched.titles == ["Song 0", "Song 1", "Song 2"] && fetched.rejected.isEmpty)
        }
    }

    @Test("reads a list of one song that is written as the song itself")
    func readsSingleElement() async throws {
        try await withMusicServer { server, access in
            server.change { content in
                content.songCount = 1
                content.answers["search3"] = .json(
                    #"{"subsonic-response":{"status":"ok","searchResult3":{"song":{"id":"1","title":"x"}}}}"#)
            }
            let titles = try await access.fetch().titles
            #expect(titles == ["x"])
            #expect(!server.calls.contains { $0.method == "getAlbumList2" })
        }
    }

    private func read(_ song: ServedSong) async throws -> RemoteMusic {
        var found: RemoteMusic?
        try await withMusicServer { server, access in
            server.change { $0.songs = [song] }
            found = try await access.repository().records().first?.read()
        }
        return try #require(found)
    }
}
