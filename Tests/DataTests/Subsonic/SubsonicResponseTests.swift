import FermataContracts
import FermataData
import FermataDomain
import Foundation
import TestServer
import Testing

@Suite("Limits of the responses of music servers")
struct SubsonicLimitTests {
    private static let mebibyte = 1 << 20

    /// A response with members.
    private static func response(_ members: String) -> ScriptedResponse {
        .json(#"{"subsonic-response":{"status":"ok",\#(members)}}"#)
    }

    @Test("stops reading a page of more songs than it requested before it ends", arguments: ["{}", "1", "[[1]]"])
    func stopsTooLongPage(element: String) async throws {
        try await withMusicServer { server, access in
            let elements = Array(repeating: element, count: 501).joined(separator: ", ")
            server.change {
                $0.answers["search3"] = .stalled(
                    after: #"{"subsonic-response":{"status":"ok","searchResult3":{"song":[\#(elements)"#)
            }
            let fetched = try await access.fetch()
            let cause = SourceFailureCause.content(.tooManyElements(limit: 500))
            let pages = [1...500, 501...1_000, 1_001...1_500]
            #expect(fetched.rejected.map(\.cause) == pages.map { .part(.songs($0), cause) })
            #expect(fetched.titles.count == 3 && fetched.end == .partial)
        }
    }

    @Test("refuses a list of too many playlists, albums or stars")
    func refusesTooLongLists() async throws {
        try await withMusicServer { server, access in
            let numbers = String(repeating: "1,", count: 250_000) + "1"
            server.change {
                $0.answers["getPlaylists"] = Self.response(#""playlists":{"playlist":[\#(numbers)]}"#)
                $0.answers["getStarred2"] = Self.response(#""starred2":{"song":[\#(numbers)]}"#)
                $0.answers["search3"] = Self.response(#""searchResult3":{}"#)
                $0.answers["getAlbumList2"] = Self.response(#""albumList2":{"album":[\#(numbers)]}"#)
            }
            await expectFailure(.content(.tooManyElements(limit: 100_000))) {
                for try await _ in try access.repository().playlistBatches(since: nil) {}
            }
            await expectFailure(.content(.tooManyElements(limit: 250_000))) {
                try await access.repository().starredKeys()
            }
            let fetched = try await access.fetch()
            let cause = SourceFailureCause.content(.tooManyElements(limit: 500))
            #expect(fetched.rejected.first?.cause == .part(.albums(1...500), cause) && fetched.end == .partial)
        }
    }

    @Test("sends long playlists in smaller batches")
    func sendsLongPlaylistsEarly() async throws {
        try await withMusicServer { server, access in
            let songs = (1...12_000).map { #"{"id":"\#($0)"}"# }.joined(separator: ",")
            server.change {
                $0.answers["getPlaylists"] = Self.response(
                    #""playlists":{"playlist":[{"id":"a"},{"id":"b"},{"id":"c"}]}"#)
                $0.answers["getPlaylist"] = Self.response(#""playlist":{"id":"a","entry":[\#(songs)]}"#)
            }
            var counts: [Int] = []
            for try await case .batch(let batch) in try access.repository().playlistBatches(since: nil) {
                counts.append(batch.playlists.count)
            }
            #expect(counts == [2, 1])
        }
    }

    @Test("skips an element of more than 4 MiB and reads the others")
    func skipsLongElement() async throws {
        try await withMusicServer { server, access in
            let title = String(repeating: "x", count: 4 * Self.mebibyte)
            server.change {
                $0.songs.insert(ServedSong(id: "long", json: #"{"id":"long","title":"\#(title)"}"#), at: 1)
            }
            let fetched = try await access.fetch()
            #expect(fetched.titles == ["Song 0", "Song 1", "Song 2"])
            #expect(fetched.rejected == [RejectedRecord(position: 4, .tooLong(limit: 4 * Self.mebibyte))])
        }
    }

    @Test("does not store lists that it does not read")
    func dropsOtherLists() async throws {
        try await withMusicServer { server, access in
            let numbers = String(repeating: "1,", count: Self.mebibyte) + #""]}""#
            server.change {
                $0.lastScan = nil
                $0.answers["getIndexes"] = Self.response(
                    #""indexes":{"index":[\#(numbers)],"lastModified":7,"child":[[],{"child":[1]}]}"#)
            }
            let titles = try await access.fetch().titles
            #expect(titles.count == 3)
        }
    }

    @Test("refuses values of more than 1 MiB outside of lists")
    func refusesLongValue() async throws {
        try await withMusicServer { server, access in
            let text = String(repeating: "x", count: Self.mebibyte)
            server.change {
                $0.answers["getStarred2"] = .json(
                    #"{"subsonic-response":{"status":"failed","error":{"code":0,"message":"\#(text)"}}}"#)
            }
            await expectFailure(.content(.tooLarge(limit: Self.mebibyte, isUnpacked: false))) {
                try await access.repository().starredKeys()
            }
        }
    }

    @Test("applies its limits to compressed responses")
    func limitsCompressedResponses() async throws {
        try await withMusicServer { server, access in
            let numbers = (0...250_000).map { "\($0)" }.joined(separator: ",")
            let packed = { (starred: String) in
                try ScriptedResponse.gzip(Data(#"{"subsonic-response":{"status":"ok","starred2":{\#(starred)}}}"#.utf8))
            }
            for (response, failure) in [
                (try packed(#""song":[\#(numbers)]"#), ContentFailure.tooManyElements(limit: 250_000)),
                (try packed(#""name":"\#(numbers)""#), .tooLarge(limit: Self.mebibyte, isUnpacked: true)),
                (try .gzipBomb(mebibytes: 8), .compressionRatio(limit: 200)),
            ] {
                server.change { $0.answers["getStarred2"] = response }
                await expectFailure(.content(failure)) { try await access.repository().starredKeys() }
            }
        }
    }

    @Test("cuts the message of a server's error")
    func cutsMessage() async throws {
        try await withMusicServer { server, access in
            let text = String(repeating: "e\u{301}", count: 10_000)
            server.change {
                $0.answers["getStarred2"] = .json(
                    #"{"subsonic-response":{"status":"failed","error":{"code":0,"message":"\#(text)"}}}"#)
            }
            let found = await cause { try await access.repository().starredKeys() }
            guard case .server(_, let message) = found else {
                Issue.record("The cause is \(String(describing: found)).")
                return
            }
            #expect(message.hasPrefix("e\u{301}") && message.hasSuffix("…"))
            #expect(message.utf8.count <= TextLimits.message)
        }
    }

    @Test("cuts long texts of songs and playlists, and skips those with a long id")
    func limitsTexts() async throws {
        try await withMusicServer { server, access in
            let (text, id) = (String(repeating: "x", count: 5_000), String(repeating: "i", count: 5_000))
            server.change {
                $0.songs = [
                    ServedSong(id: "1", title: text, artist: text, album: text), ServedSong(id: id, title: "a"),
                ]
                $0.playlists = [
                    ServedPlaylist(id: "1", name: text, songs: ["1"]), ServedPlaylist(id: id, name: "b", songs: []),
                ]
            }
            let cut = text.cut(to: TextLimits.name)
            let (records, cause) = (
                try await access.repository().records(), RecordError.textTooLong(field: "id", limit: TextLimits.key)
            )
            let songs = try records.map { try $0.read() }
            #expect(songs.map { [$0.title, $0.artist, $0.album] } == [[cut, cut, cut]] && songs[0].isShortened)
            let rejected = try await access.fetch().rejected
            #expect(rejected == [RejectedRecord(position: 2, cause)])
            var batch = RemotePlaylistBatch()
            for try await case .batch(let next) in try access.repository().playlistBatches(since: nil) { batch = next }
            #expect(batch.playlists.map(\.name) == [cut] && batch.playlists[0].isShortened)
            #expect(batch.rejected == [RejectedRecord(position: 2, cause)])
        }
    }

    @Test("reads a response whose chunks end within its values")
    func readsChunks() async throws {
        let songs = #"{"id" : "1\"]" , "title":"사랑"} , {"id":2,"title":"b","genres":[{"name":"a]"}]}"#
        let text =
            "\u{FEFF} "
            + #"{"subsonic-response" : {"status":"ok", "searchResult3":{ "artist":[{"song":[1]}], "song" :["#
            + songs + #"], "album":[] } } }"#
        try await withMusicServer { server, access in
            server.change { content in
                content.songCount = 2
                content.answers["search3"] = .slow(Data(text.utf8), pieceBytes: 7, pause: .zero)
            }
            let songs = try await access.repository().records().map { try $0.read() }
            #expect(songs.map(\.key) == [#"1"]"#, "2"] && songs.map(\.title) == ["사랑", "b"])
        }
    }
}

@Suite("Invalid JSON of music servers")
struct SubsonicTokenTests {
    /// Values that are neither numbers nor literals of JSON.
    static let invalid = ["NaN", "-Infinity", "Infinity", "undefined", "+1", ".5", "0x1F", "'a'", "TRUE"]
        .map { Data($0.utf8) }
    /// Texts with an unknown escape, a control character, half of a character, and bytes that are not UTF-8.
    static let invalidTexts =
        [#""a\x62""#, "\"a\u{2}b\"", #""\ud83d""#].map { Data($0.utf8) }
        + [Data([0x22, 0xF0, 0x9F, 0x98, 0x22]), Data([0x22, 0xE9, 0x22])]

    private static func response(_ members: String, _ value: Data) -> ScriptedResponse {
        let text = #"{"subsonic-response":{"status":"ok",\#(members)}}"#
        let parts = text.components(separatedBy: "VALUE")
        return .document(Data(parts[0].utf8) + value + Data(parts[1].utf8))
    }

    @Test("reads the songs around one with an invalid value, and reports it", arguments: invalid)
    func readsOtherSongs(value: Data) async throws {
        try await withMusicServer { server, access in
            let songs = #"""
                {"id":"1","title":"a"},{"genres":[{"id":"3"}],"rating":VALUE,"id":"2","title":"b","path":"Low/b.mp3"},
                {"id":"3","title":"c"}
                """#
            server.change {
                $0.songCount = 3
                $0.answers["search3"] = Self.response(#""searchResult3":{"song":[\#(songs)]}"#, value)
            }
            let fetched = try await access.fetch()
            #expect(fetched.titles == ["a", "c"])
            #expect(fetched.rejected.map(\.id) == ["2"] && fetched.rejected.map(\.path) == ["Low/b.mp3"])
            #expect(fetched.rejected.allSatisfy { $0.position == 2 && $0.cause.isOfSyntax })
            #expect(fetched.end == .complete(revision: "3 2026-11-22T00:00:00Z 3"))
        }
    }

    @Test("reads a song with an invalid text that is not read", arguments: invalidTexts)
    func ignoresOtherTexts(text: Data) async throws {
        try await withMusicServer { server, access in
            let songs = #"{"id":"1","title":"a"},{"comment":VALUE,"id":"2","title":"b"},{"id":"3","title":"c"}"#
            server.change { $0.answers["search3"] = Self.response(#""searchResult3":{"song":[\#(songs)]}"#, text) }
            let fetched = try await access.fetch()
            #expect(fetched.titles == ["a", "b", "c"] && fetched.rejected.isEmpty)
        }
    }

    @Test("reports a song whose title is an invalid text", arguments: invalidTexts)
    func reportsInvalidTexts(text: Data) async throws {
        try await withMusicServer { server, access in
            let songs = #"{"id":"1","title":"a"},{"title":VALUE,"id":"2","path":"Low/b.mp3"},{"id":"3","title":"c"}"#
            server.change { $0.answers["search3"] = Self.response(#""searchResult3":{"song":[\#(songs)]}"#, text) }
            let fetched = try await access.fetch()
            #expect(fetched.titles == ["a", "c"])
            #expect(fetched.rejected == [RejectedRecord(position: 2, .unreadable, id: "2", path: "Low/b.mp3")])
        }
    }

    @Test("reports a song whose title is half of a character", arguments: [#"Smile \ud83d"#, #"\ude00 x"#, #"\uZZZZ"#])
    func reportsInvalidTitle(title: String) async throws {
        try await withMusicServer { server, access in
            server.change { $0.songs.insert(ServedSong(id: "x", json: #"{"id":"x","title":"\#(title)"}"#), at: 1) }
            let fetched = try await access.fetch()
            #expect(fetched.titles == ["Song 0", "Song 1", "Song 2"])
            #expect(fetched.rejected.map(\.id) == ["x"] && fetched.rejected.map(\.position) == [2])
        }
    }

    @Test("reads a page with an invalid value beside its list, or as an element", arguments: invalid + invalidTexts)
    func readsPageAroundValue(value: Data) async throws {
        try await withMusicServer(.songs(1)) { server, access in
            let song = #"{"id":"1","title":"a"}"#
            server.change {
                $0.answers["search3"] = Self.response(#""x":VALUE,"searchResult3":{"song":[\#(song)]}"#, value)
            }
            let beside = try await access.fetch()
            #expect(beside.titles == ["a"] && beside.rejected.isEmpty)
            server.change {
                $0.answers["search3"] = Self.response(#""searchResult3":{"song":[VALUE,\#(song)]}"#, value)
            }
            let within = try await access.fetch()
            #expect(within.titles == ["a"] && within.rejected.count == 1)
        }
    }

    @Test("reads ids of stars, albums and playlists beside an invalid value", arguments: invalid)
    func readsIDs(value: Data) async throws {
        try await withMusicServer(.songs(7)) { server, access in
            let items = #"{"id":"1","x":VALUE},{"id":"2"}"#
            server.change {
                $0.search = .unsupported
                $0.answers["getStarred2"] = Self.response(#""starred2":{"song":[\#(items)]}"#, value)
                $0.answers["getPlaylists"] = Self.response(
                    #""playlists":{"playlist":[{"id":"a","comment":VALUE},{"id":"b"}]}"#, value)
                $0.answers["getPlaylist"] = Self.response(#""playlist":{"entry":[\#(items)]}"#, value)
                $0.answers["getAlbumList2"] = Self.response(
                    #""albumList2":{"album":[{"id":"Album 0","x":VALUE},{"id":"Album 1"}]}"#, value)
            }
            let starred = try await access.repository().starredKeys()
            #expect(starred == ["1", "2"])
            let playlists = try await access.repository().playlistBatches(since: nil).collected().batches
            #expect(playlists.flatMap(\.playlists) == [RemotePlaylist(key: "b", name: "b", songKeys: ["1", "2"])])
            #expect(playlists.flatMap(\.rejected).map(\.id) == ["a"])
            let titles = try await access.fetch().titles
            #expect(titles == ["Song 0", "Song 1"])
        }
    }

    @Test("reads an empty array in place of an object without members, as PHP writes it")
    func readsEmptyArrays() async throws {
        try await withMusicServer { server, access in
            server.change { content in
                let empty = { (name: String) in
                    ScriptedResponse.json(#"{"subsonic-response":{"status":"ok","\#(name)":[]}}"#)
                }
                content.extensions = ["songLyrics"]
                let names = [
                    "getStarred2": "starred2", "getPlaylists": "playlists", "getAlbumList2": "albumList2",
                    "getLyricsBySongId": "lyricsList", "getScanStatus": "scanStatus", "getIndexes": "indexes",
                ]
                for (method, name) in names { content.answers[method] = empty(name) }
            }
            let starred = try? await access.repository().starredKeys()
            #expect(starred?.isEmpty == true)
            let playlists = try? await access.repository().playlistBatches(since: nil).collected()
            #expect(playlists?.batches.isEmpty == true && playlists?.end != .partial)
            let lyrics = try? await access.repository().lyrics(
                of: LyricsOrigin(source: "home", key: "s0", title: "a", artist: "b"))
            #expect(lyrics?.isEmpty == true)
            let fetched = try await access.fetch()
            #expect(fetched.titles == ["Song 0", "Song 1", "Song 2"] && fetched.rejected.isEmpty)
        }
    }
}

extension RecordError {
    /// Whether the record is not JSON, or not text.
    fileprivate var isOfSyntax: Bool {
        switch self {
        case .invalidJSON, .notUTF8: true
        default: false
        }
    }
}

@Suite("Numbers of music servers")
struct SubsonicNumberTests {
    @Test("reads songs and albums with any number", arguments: ExtremeNumbers.json)
    func readsSongs(number: String) async throws {
        try await withMusicServer { server, access in
            let songs = (1...2).map { id in
                """
                {"id":"\(id)","title":"Song \(id)","duration":\(number),"track":\(number),"discNumber":\(number),\
                "year":\(number),"playCount":\(number)}
                """
            }.joined(separator: ",")
            let albums = (1...2).map { #"{"id":"\#($0)","songCount":\#(number)}"# }.joined(separator: ",")
            server.change {
                $0.answers["getScanStatus"] = .content(#""scanStatus":{"scanning":false,"count":\#(number)}"#)
                $0.answers["getIndexes"] = .content(#""indexes":{"lastModified":\#(number)}"#)
                $0.answers["search3"] = .content(#""searchResult3":{"song":[\#(songs)]}"#)
                $0.answers["getAlbumList2"] = .content(#""albumList2":{"album":[\#(albums)]}"#)
                $0.answers["getAlbum"] = .content(#""album":{"id":"1","song":[\#(songs)]}"#)
            }
            let fetched = try await access.fetch()
            #expect(fetched.titles == ["Song 1", "Song 2"])
        }
    }

    @Test("reads playlists with any number", arguments: ExtremeNumbers.json)
    func readsPlaylists(number: String) async throws {
        try await withMusicServer { server, access in
            server.change {
                $0.answers["getPlaylists"] = .content(
                    #""playlists":{"playlist":[{"id":"1","name":"List","songCount":\#(number),"changed":"today"}]}"#)
                $0.answers["getPlaylist"] = .content(#""playlist":{"id":"1","entry":[{"id":"7"}]}"#)
            }
            let batches = try await access.repository().playlistBatches(since: nil).collected().batches
            #expect(batches.flatMap(\.playlists) == [RemotePlaylist(key: "1", name: "List", songKeys: ["7"])])
        }
    }

    @Test("reads lyrics with any number", arguments: ExtremeNumbers.json)
    func readsLyrics(number: String) async throws {
        try await withMusicServer { server, access in
            server.change {
                $0.extensions = ["songLyrics"]
                $0.answers["getLyricsBySongId"] = .content(
                    """
                    "lyricsList":{"structuredLyrics":[{"synced":true,"offset":\(number),"line":[\
                    {"start":\(number),"value":"la"},{"start":1000,"value":"la"}]}]}
                    """)
            }
            let origin = LyricsOrigin(source: "radio", key: "1", title: "Song", artist: "Artist")
            let lyrics = try await access.repository().lyrics(of: origin)
            #expect(lyrics.lines.map(\.text) == ["la", "la"])
            #expect(lyrics.lines.allSatisfy { $0.time ?? .zero >= .zero })
        }
    }

    @Test("reports an error with any number", arguments: ExtremeNumbers.json)
    func reportsErrors(number: String) async throws {
        try await withMusicServer { server, access in
            let error = #"{"subsonic-response":{"status":"failed","error":{"code":\#(number),"message":"no"}}}"#
            server.change { $0.answers["getPlaylists"] = .json(error) }
            await #expect(throws: SourceFailure.self) {
                _ = try await access.repository().playlistBatches(since: nil).collected()
            }
        }
    }
}

extension ScriptedResponse {
    /// A successful response with some members.
    fileprivate static func content(_ members: String) -> ScriptedResponse {
        .json(#"{"subsonic-response":{"status":"ok",\#(members)}}"#)
    }
}
