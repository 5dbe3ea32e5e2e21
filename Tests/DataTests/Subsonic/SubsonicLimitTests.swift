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
                for try await _ in try access.playlists().playlistBatches(since: nil) {}
            }
            await expectFailure(.content(.tooManyElements(limit: 250_000))) { try await access.stars().starredKeys() }
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
            for try await case .batch(let batch) in try access.playlists().playlistBatches(since: nil) {
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
                try await access.stars().starredKeys()
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
            let found = await cause { try await access.stars().starredKeys() }
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
                try await access.music().records(), RecordError.textTooLong(field: "id", limit: TextLimits.key)
            )
            let songs = try records.map { try $0.read() }
            #expect(songs.map { [$0.title, $0.artist, $0.album] } == [[cut, cut, cut]] && songs[0].isShortened)
            let rejected = try await access.fetch().rejected
            #expect(rejected == [RejectedRecord(position: 2, cause)])
            var batch = RemotePlaylistBatch()
            for try await case .batch(let next) in try access.playlists().playlistBatches(since: nil) { batch = next }
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
            let songs = try await access.music().records().map { try $0.read() }
            #expect(songs.map(\.key) == [#"1"]"#, "2"] && songs.map(\.title) == ["사랑", "b"])
        }
    }
}
