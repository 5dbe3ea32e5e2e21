import FermataContracts
import FermataData
import FermataDomain
import Foundation
import TestServer
import Testing

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
            #expect(fetched.end == .complete(revision: "2 2026-11-22T00:00:00Z 3"))
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
            let starred = try await access.stars().starredKeys()
            #expect(starred == ["1", "2"])
            let playlists = try await access.playlists().playlistBatches(since: nil).collected().batches
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
            let starred = try await access.stars().starredKeys()
            let playlists = try await access.playlists().playlistBatches(since: nil).collected()
            #expect(starred.isEmpty && playlists.batches.isEmpty && playlists.end != .partial)
            let lyrics = try await access.lyrics().lyrics(
                of: LyricsOrigin(source: "home", key: "s0", title: "a", artist: "b"))
            #expect(lyrics.isEmpty)
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
