import FermataData
import FermataDomain
import TestServer
import Testing

@Suite("Reading all songs of music servers")
struct SubsonicPagingTests {
    private static let twelve = (0..<12).map { "Song \($0)" }

    @Test(
        "reads all pages of every kind of search",
        arguments: [
            FakeMusicServer.Search.pages(quoted: false), .pages(quoted: true), .repeatingLastPage, .unsupported,
        ])
    func readsAllPages(search: FakeMusicServer.Search) async throws {
        try await withMusicServer(.songs(12)) { server, access in
            server.change { ($0.search, $0.pageLimit) = (search, 5) }
            let fetched = try await access.fetch()
            #expect(fetched.titles.sorted() == Self.twelve.sorted())
            #expect(fetched.end == .complete(revision: "3 2026-11-22T00:00:00Z 12"))
        }
    }

    @Test("requests a page again if it is empty or repeats known songs")
    func distrustsEmptyPage() async throws {
        try await withMusicServer(.songs(12)) { server, access in
            let empty = ScriptedResponse.json(#"{"subsonic-response":{"status":"ok","searchResult3":{}}}"#)
            let pages = (0..<3).map { page in
                let songs = (0..<4).map { #"{"id":"\#(page * 4 + $0)","title":"Song \#(page * 4 + $0)"}"# }
                return ScriptedResponse.json(
                    #"{"subsonic-response":{"status":"ok","searchResult3":{"song":[\#(songs.joined(separator: ","))]}}}"#
                )
            }
            server.change {
                $0.answers["search3"] = .inTurn([
                    pages[0], empty, pages[1], pages[1], pages[2], pages[2], empty,
                ])
            }
            let fetched = try await access.fetch()
            #expect(fetched.titles == Self.twelve)
            #expect(
                server.calls.filter { $0.method == "search3" }.map { $0["songOffset"] }
                    == ["0", "4", "4", "8", "8", "12", "12"])
        }
    }

    @Test("requests an empty first page again")
    func distrustsEmptyFirstPage() async throws {
        try await withMusicServer(.songs(1)) { server, access in
            let empty = ScriptedResponse.json(#"{"subsonic-response":{"status":"ok","searchResult3":{}}}"#)
            let page = ScriptedResponse.json(
                #"{"subsonic-response":{"status":"ok","searchResult3":{"song":[{"id":"s0","title":"Song 0"}]}}}"#)
            server.change { $0.answers["search3"] = .inTurn([empty, page, empty, empty]) }
            let fetched = try await access.fetch()
            #expect(fetched.titles == ["Song 0"])
            let searches = server.calls.filter { $0.method == "search3" }
            #expect(searches.map { $0["songOffset"] } == ["0", "0", "1", "1"])
            #expect(Set(searches.map { $0["query"] }).count == 1)
        }
    }

    @Test("reads albums as well if a search returns fewer songs than the server has")
    func fillsGaps() async throws {
        try await withMusicServer(.songs(12)) { server, access in
            server.change {
                $0.answers["search3"] = .json(
                    #"{"subsonic-response":{"status":"ok","searchResult3":{"song":[{"id":"s3","title":"Song 3"}]}}}"#)
            }
            let fetched = try await access.fetch()
            #expect(fetched.titles.first == "Song 3" && fetched.titles.sorted() == Self.twelve.sorted())
            #expect(fetched.end == .complete(revision: "3 2026-11-22T00:00:00Z 12"))
        }
    }

    @Test("returns available songs during a scan, and removes nothing")
    func isPartialDuringScan() async throws {
        try await withMusicServer(.songs(3)) { server, access in
            server.change { $0.isScanning = true }
            let fetched = try await access.fetch()
            #expect(fetched.titles.count == 3 && fetched.end == .partial)
        }
    }

    @Test("a server that does not say whether it scans is not scanning")
    func isCompleteWithoutScanState() async throws {
        try await withMusicServer(.songs(3)) { server, access in
            server.change {
                $0.answers["getScanStatus"] = .json(
                    #"{"subsonic-response":{"status":"ok","scanStatus":{"count":3,"lastScan":"1"}}}"#)
            }
            let end = try await access.fetch().end
            #expect(end == .complete(revision: "3 1 3"))
        }
    }

    @Test("removes nothing if albums have songs that the search lacks", arguments: [nil, 20])
    func isPartialIfListsDiffer(total: Int?) async throws {
        try await withMusicServer(.songs(12)) { server, access in
            server.change {
                ($0.lastScan, $0.songCount) = (total == nil ? nil : "1", total)
                $0.answers["search3"] = .json(
                    #"{"subsonic-response":{"status":"ok","searchResult3":{"song":[{"id":"s3","title":"Song 3"}]}}}"#)
            }
            let fetched = try await access.fetch()
            #expect(fetched.titles.count == 12 && fetched.end == .partial)
        }
    }

    @Test("is complete if albums have no other song than the search, whatever the count")
    func isCompleteIfListsAgree() async throws {
        try await withMusicServer(.songs(3)) { server, access in
            server.change { $0.songCount = 20 }
            let fetched = try await access.fetch()
            #expect(fetched.titles.count == 3 && fetched.end == .complete(revision: "3 2026-11-22T00:00:00Z 20"))
        }
    }

    @Test("reads all albums if neither the search nor the server's counts find a song", arguments: [0, nil])
    func readsAlbumsWithoutCount(total: Int?) async throws {
        try await withMusicServer(.songs(3)) { server, access in
            server.change {
                ($0.lastScan, $0.songCount) = (total.map { "\($0)" }, total)
                $0.answers["search3"] = .json(#"{"subsonic-response":{"status":"ok","searchResult3":{}}}"#)
                $0.answers["getAlbumList2"] = .json(
                    #"""
                    {"subsonic-response":{"status":"ok","albumList2":{"album":[{"id":"removed","songCount":0},
                    {"id":"Album 0","songCount":0}]}}}
                    """#)
            }
            let titles = try await access.fetch().titles
            #expect(titles == ["Song 0"])
        }
    }

    @Test("counts each song of a search once, valid or not", arguments: [2, 3], [#"{"id":"x"}"#, "null"])
    func countsInvalidSongs(total: Int, invalid: String) async throws {
        try await withMusicServer(.songs(12)) { server, access in
            let songs = #"{"id":"s3","title":"Song 3"},"# + invalid
            server.change {
                $0.songCount = total
                $0.answers["search3"] = .json(
                    #"{"subsonic-response":{"status":"ok","searchResult3":{"song":[\#(songs)]}}}"#)
            }
            let fetched = try await access.fetch()
            let readsAlbums = server.calls.contains { $0.method == "getAlbumList2" }
            #expect(readsAlbums == (total == 3) && fetched.rejected.count == 1)
        }
    }

    @Test("counts the songs of albums if the server does not state its count", arguments: [12, 1])
    func countsSongsOfAlbums(count: Int) async throws {
        try await withMusicServer(.songs(count)) { server, access in
            server.change { $0.lastScan = nil }
            let fetched = try await access.fetch()
            #expect(fetched.end == .complete(revision: nil))
            #expect(!server.calls.contains { $0.method == "getAlbum" })
        }
    }

    @Test(
        "a server may write an empty list in several forms", arguments: [#""""#, "null", "{}", "[]", #"{"song":null}"#])
    func readsEmptyList(json: String) async throws {
        try await withMusicServer(.songs(3)) { server, access in
            let page = ScriptedResponse.json(
                #"{"subsonic-response":{"status":"ok","searchResult3":{"song":[{"id":"s3","title":"Song 3"}]}}}"#)
            let empty = ScriptedResponse.json(#"{"subsonic-response":{"status":"ok","searchResult3":\#(json)}}"#)
            server.change { ($0.answers["search3"], $0.songCount) = (.inTurn([page, empty]), 1) }
            let titles = try await access.fetch().titles
            #expect(titles == ["Song 3"])
        }
    }

    @Test(
        "reads albums if the server does not know the search",
        arguments: [
            ScriptedResponse.status(404), .status(405), .status(501), .html("<p>"), .json(""), .json("{}"),
            .json("hello"),
        ])
    func readsAlbumsWithoutSearch(response: ScriptedResponse) async throws {
        try await withMusicServer(.songs(12)) { server, access in
            server.change { $0.answers["search3"] = response }
            let fetched = try await access.fetch()
            #expect(fetched.titles.count == 12)
        }
    }

    @Test("reports no change by the last scan, or by the last change with a count", arguments: [true, false])
    func reportsNoChange(statesScan: Bool) async throws {
        try await withMusicServer(.songs(3)) { server, access in
            if !statesScan { server.change { $0.answers["getScanStatus"] = Self.status(#""count":3"#) } }
            guard case .complete(let revision?) = try await access.fetch().end else {
                Issue.record("The server states a revision.")
                return
            }
            server.forgetCalls()
            #expect(try await access.fetch(since: revision) == CatalogueFetchResult(end: .unchanged))
            #expect(server.calls.count <= 2)
            server.change { ($0.indexesModified, $0.lastScan) = (8, statesScan ? "2027" : nil) }
            #expect(try await access.fetch(since: revision).titles.count == 3)
        }
    }

    @Test("reads all songs if the server states no last scan and no count", arguments: [nil, #""count":0"#])
    func readsAllSongsWithoutRevision(status: String?) async throws {
        try await withMusicServer(.songs(3)) { server, access in
            server.change { $0.lastScan = nil }
            if let status { server.change { $0.answers["getScanStatus"] = Self.status(status) } }
            let end = try await access.fetch().end
            #expect(end == .complete(revision: nil))
        }
    }

    @Test("removes nothing if the time of the last change changes, whatever the count")
    func detectsChangeWithoutScan() async throws {
        try await withMusicServer(.songs(3)) { server, access in
            let indexes = [1, 2].map { time in
                ScriptedResponse.json(
                    #"{"subsonic-response":{"status":"ok","indexes":{"lastModified":\#(time)}}}"#)
            }
            server.change { content in
                content.answers["getScanStatus"] = Self.status(#""count":0"#)
                content.answers["getIndexes"] = .inTurn(indexes)
            }
            let end = try await access.fetch().end
            #expect(end == .partial)
        }
    }

    /// The response to `getScanStatus` with these members (JSON).
    private static func status(_ members: String) -> ScriptedResponse {
        .json(#"{"subsonic-response":{"status":"ok","scanStatus":{"scanning":false,\#(members)}}}"#)
    }

    @Test("removes nothing if the music changed while it was read")
    func detectsChange() async throws {
        try await withMusicServer(.songs(3)) { server, access in
            let states = ["1", "2"].map { Self.status(#""lastScan":"\#($0)""#) }
            server.change { $0.answers["getScanStatus"] = .inTurn(states) }
            let end = try await access.fetch().end
            #expect(end == .partial)
        }
    }

    @Test("reads on after a page of videos or of invalid songs, and reports each once", arguments: [true, false])
    func readsOnAfterPageWithoutSongs(isVideo: Bool) async throws {
        try await withMusicServer(.songs(12)) { server, access in
            let json = isVideo ? #""title":"x","isVideo":true"# : #""name":"x""#
            server.change { content in
                for number in 0..<5 {
                    content.songs.insert(ServedSong(id: "x\(number)", json: #"{"id":"x\#(number)",\#(json)}"#), at: 5)
                }
                (content.pageLimit, content.search) = (5, .repeatingLastPage)
            }
            let fetched = try await access.fetch()
            #expect(fetched.titles == Self.twelve)
            #expect(fetched.rejected.map(\.position) == (isVideo ? [] : Array(6...10)))
            #expect(!server.calls.contains { $0.method == "getAlbum" })
        }
    }

    @Test("fails for a page of which no song can be identified")
    func failsForForeignPage() async throws {
        try await withMusicServer { server, access in
            server.change { $0.songs = [ServedSong(id: "1", json: "[]"), ServedSong(id: "2", json: "7")] }
            let first = RejectedRecord(position: 1, .unreadable)
            await expectFailure(.content(.noValidRecords(first: first))) { try await access.fetch() }
        }
    }

    @Test("reads 20,000 songs in pages of 500")
    func readsManySongs() async throws {
        try await withMusicServer(.songs(20_000)) { server, access in
            let fetched = try await access.fetch()
            #expect(Set(fetched.titles).count == 20_000)
            #expect(server.calls.filter { $0.method == "search3" }.count == 42)
        }
    }
}
