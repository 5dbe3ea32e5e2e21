import FermataContracts
import FermataData
import FermataDomain
import TestServer
import Testing

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
            let batches = try await access.playlists().playlistBatches(since: nil).collected().batches
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
            let lyrics = try await access.lyrics().lyrics(of: origin)
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
                _ = try await access.playlists().playlistBatches(since: nil).collected()
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
