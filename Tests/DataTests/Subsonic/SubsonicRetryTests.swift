import FermataContracts
import FermataData
import FermataDomain
import Synchronization
import TestServer
import Testing

@Suite("Retries of requests to music servers")
struct SubsonicRetryTests {
    /// Four songs of twelve, as a response to a search.
    private static func page(_ start: Int) -> ScriptedResponse {
        let songs = (start..<start + 4).map { #"{"id":"s\#($0)","title":"Song \#($0)"}"# }.joined(separator: ",")
        return .json(#"{"subsonic-response":{"status":"ok","searchResult3":{"song":[\#(songs)]}}}"#)
    }

    private static let empty = ScriptedResponse.json(#"{"subsonic-response":{"status":"ok","searchResult3":{}}}"#)

    @Test("retries a failed page by itself", arguments: FailingPage.allCases)
    func retriesPage(failure: FailingPage) async throws {
        try await withMusicServer(.songs(12)) { server, access in
            let pages = [
                Self.page(0), failure.response, failure.response, Self.page(4), failure.response, Self.page(8),
            ]
            server.change { $0.answers["search3"] = .inTurn(pages + [Self.empty]) }
            let fetched = try await access.fetch()
            #expect(fetched.titles == (0..<12).map { "Song \($0)" } && fetched.rejected.isEmpty)
            #expect(fetched.end == .complete(revision: "3 2026-11-22T00:00:00Z 12"))
            let offsets = server.calls.filter { $0.method == "search3" }.map { $0["songOffset"] }
            #expect(offsets == ["0", "4", "4", "4", "8", "8", "12", "12"])
        }
    }

    @Test("reads the rest after a page that stays unreadable, and names it", arguments: FailingPage.responses)
    func skipsPage(failure: FailingPage) async throws {
        try await withMusicServer(.songs(16)) { server, access in
            server.change { content in
                content.answers["search3"] = .perOffset { offset in
                    offset == 4 ? failure.response : offset < 16 ? Self.page(offset) : Self.empty
                }
                content.answers["getAlbumList2"] = .json(#"{"subsonic-response":{"status":"ok"}}"#)
            }
            let fetched = try await access.fetch()
            #expect(fetched.titles == [0..<4, 8..<16].joined().map { "Song \($0)" })
            #expect(fetched.rejected == [RejectedRecord(position: 5, .part(.songs(5...8), failure.cause))])
            #expect(fetched.end == .partial)
            let offsets = server.calls.filter { $0.method == "search3" }.map { $0["songOffset"] }
            #expect(offsets.count { $0 == "4" } == 3)
        }
    }

    @Test("reads the songs of an unreadable page from their albums")
    func readsAlbumsForPage() async throws {
        try await withMusicServer(.songs(12)) { server, access in
            server.change {
                $0.answers["search3"] = .perOffset { offset in
                    offset == 4 ? .status(500) : offset < 12 ? Self.page(offset) : Self.empty
                }
            }
            let fetched = try await access.fetch()
            #expect(fetched.titles.count == 12 && fetched.rejected.count == 1 && fetched.end == .partial)
        }
    }

    @Test("reads the rest after an album that stays unreadable, and names it", arguments: FailingPage.responses)
    func skipsAlbum(failure: FailingPage) async throws {
        try await withMusicServer(.songs(12)) { server, access in
            server.change { content in
                content.search = .unsupported
                let album = #"{"id":"s5","title":"Song 5"}"#
                let response = ScriptedResponse.json(
                    #"{"subsonic-response":{"status":"ok","album":{"song":[\#(album)]}}}"#)
                content.answers["getAlbum"] = .perParameter("id") { $0 == "Album 3" ? failure.response : response }
            }
            let fetched = try await access.fetch()
            #expect(fetched.titles == ["Song 5"] && fetched.end == .partial)
            let part = ServerPart.album(id: "Album 3", name: "Album 3")
            #expect(fetched.rejected.map(\.cause) == [.part(part, failure.cause)])
            #expect(server.calls.count { $0.method == "getAlbum" } == 6 + 3)
        }
    }

    @Test("reads the rest after a playlist that stays unreadable, and names it", arguments: FailingPage.responses)
    func skipsPlaylist(failure: FailingPage) async throws {
        try await withMusicServer { server, access in
            server.change { content in
                content.playlists = ["a", "b", "c"].map { ServedPlaylist(id: $0, name: "List \($0)", songs: ["s0"]) }
                let list = #"{"subsonic-response":{"status":"ok","playlist":{"entry":[{"id":"s0"}]}}}"#
                content.answers["getPlaylist"] = .perParameter("id") { $0 == "b" ? failure.response : .json(list) }
            }
            let (batches, end) = try await access.repository().playlistBatches(since: nil).collected()
            #expect(batches.flatMap(\.playlists).map(\.key) == ["a", "c"] && end == .partial)
            let cause = RecordError.part(.playlist(id: "b", name: "List b"), failure.cause)
            #expect(batches.flatMap(\.rejected) == [RejectedRecord(position: 2, cause)])
        }
    }

    @Test("fails if the server does not respond to anything else either", arguments: ["search3", "getPlaylist"])
    func failsWithServer(method: String) async throws {
        try await withMusicServer { server, access in
            server.change { content in
                content.playlists = [ServedPlaylist(id: "a", name: "a", songs: [])]
                (content.answers[method], content.answers["ping"]) = (.status(502), .status(502))
            }
            await expectFailure(.status(502)) {
                if method == "search3" { return try await access.fetch() }
                _ = try await access.repository().playlistBatches(since: nil).collected()
                return CatalogueFetchResult()
            }
            #expect(server.calls.count { $0.method == method } == 3)
        }
    }

    @Test("fails after 20 albums in a row that the server does not send")
    func failsWithoutProgress() async throws {
        var content = FakeMusicServer.Content()
        content.songs = (0..<40).map { ServedSong(id: "s\($0)", title: "Song", album: "Album \($0)") }
        (content.search, content.answers["getAlbum"]) = (.unsupported, .status(500))
        try await withMusicServer(content) { server, access in
            await expectFailure(.content(.noProgress(requests: 20))) { try await access.fetch() }
            // Only the first album is requested again: no success restores the attempts.
            #expect(server.calls.count { $0.method == "getAlbum" } == 20 + 3)
        }
    }

    @Test(
        "waits as long as a busy server demands, and continues",
        arguments: [(429, "0"), (429, "Sun, 06 Nov 1994 08:49:36 GMT"), (503, "0"), (429, "")])
    func waitsForBusyServer(code: Int, pause: String) async throws {
        try await withMusicServer(.songs(12)) { server, access in
            let busy = ScriptedResponse.status(code, headers: pause.isEmpty ? [:] : ["Retry-After": pause])
            server.change {
                $0.answers["search3"] = .inTurn([
                    Self.page(0), busy, busy, busy, Self.page(4), Self.page(8), Self.empty,
                ])
            }
            let fetched = try await access.fetch()
            #expect(fetched.titles.count == 12 && fetched.rejected.isEmpty && fetched.end != .partial)
            #expect(server.calls.filter { $0.method == "search3" }.map { $0["songOffset"] }.count { $0 == "0" } == 1)
        }
    }

    @Test("replaces connections that the server closes when they are reused", arguments: [2, 4])
    func replacesConnections(pageLimit: Int) async throws {
        try await withMusicServer(retries: RetryPolicy(attempts: 1), .songs(40)) { server, access in
            server.change { ($0.closesReusedConnections, $0.pageLimit) = (true, pageLimit) }
            let fetched = try await access.fetch()
            #expect(fetched.titles.count == 40 && fetched.rejected.isEmpty)
            #expect(server.closedCount > 5)
            _ = try await access.repository().setStar(true, of: ["s1"])
            #expect(server.starred == ["s1"])
        }
    }

    @Test("stops reading pages that have only videos")
    func stopsEndlessVideos() async throws {
        try await withMusicServer { server, access in
            server.change { content in
                content.songCount = 1
                content.answers["search3"] = .perOffset { offset in
                    let video = #"{"id":"\#(offset)","title":"x","isVideo":true}"#
                    return .json(#"{"subsonic-response":{"status":"ok","searchResult3":{"song":[\#(video)]}}}"#)
                }
            }
            await expectFailure(.content(.noProgress(requests: 1_000))) { try await access.fetch() }
        }
    }
}

/// A part that cannot be read.
enum FailingPage: CaseIterable {
    case status, error, truncated, html, blank, reset

    /// Those with the same cause on every system.
    static let responses = allCases.filter { $0 != .reset }

    var response: ScriptedResponse {
        switch self {
        case .status: .status(500)
        case .error: .json(#"{"subsonic-response":{"status":"failed","error":{"code":0,"message":"disk"}}}"#)
        case .truncated: .json(#"{"subsonic-response":{"status":"ok","searchResult3":{"song":[{"id":"2","#)
        case .html: .html("<!doctype html><title>Gateway</title>")
        case .blank: .json("")
        case .reset: .cutOff(after: "{", claiming: 1_000)
        }
    }

    var cause: SourceFailureCause {
        switch self {
        case .status: .status(500)
        case .error: .server(code: 0, message: "disk")
        case .truncated: .content(.incompleteJSON(after: 71))
        case .html: .content(.webPage)
        case .blank: .content(.empty)
        case .reset: .truncated
        }
    }
}

extension ScriptedResponse {
    /// Responds to a search by the offset of its page.
    fileprivate static func perOffset(_ response: @escaping @Sendable (Int) -> ScriptedResponse) -> ScriptedResponse {
        perParameter("songOffset") { response(Int($0) ?? 0) }
    }
}
