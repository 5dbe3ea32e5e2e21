import FermataData
import FermataDomain
import TestServer
import Testing

@Suite("Playlists of music servers")
struct SubsonicPlaylistTests {
    @Test("reads no playlist again if the server's list shows no change")
    func reportsNoChange() async throws {
        try await withMusicServer { server, access in
            server.change { $0.playlists = [ServedPlaylist(id: "1", name: "Carols", songs: ["s0"])] }
            guard case .complete(let revision?) = try await access.repository().playlistBatches(since: nil).ended()
            else {
                Issue.record("The server says when playlists were changed.")
                return
            }
            server.forgetCalls()
            #expect(try await access.repository().playlistBatches(since: revision).ended() == .unchanged)
            #expect(server.calls.map(\.method) == ["getPlaylists"])
            server.change {
                $0.playlists = [ServedPlaylist(id: "1", name: "Carols", songs: ["s0", "s1"], changed: "later")]
            }
            #expect(try await access.repository().playlistBatches(since: revision).ended() != .unchanged)
        }
    }

    @Test("reads playlists always if the server does not say when they were changed")
    func readsAlways() async throws {
        try await withMusicServer { server, access in
            server.change { $0.playlists = [ServedPlaylist(id: "1", name: "Carols", songs: [], changed: nil)] }
            let end = try await access.repository().playlistBatches(since: nil).ended()
            #expect(end == .complete(revision: nil))
        }
    }

    @Test("reads playlists always if the server evaluates one when it is read")
    func readsEvaluatedPlaylists() async throws {
        try await withMusicServer { server, access in
            server.change {
                $0.playlists = [ServedPlaylist(id: "1", name: "New", songs: ["s0"])]
                $0.answers["getPlaylists"] = .json(
                    #"""
                    {"subsonic-response":{"status":"ok","playlists":{"playlist":[
                    {"id":"1","name":"New","changed":"2026","validUntil":"2027"}]}}}
                    """#)
            }
            let end = try await access.repository().playlistBatches(since: nil).ended()
            #expect(end == .complete(revision: nil))
        }
    }

    @Test("sends batches of 20 playlists", arguments: [(0, []), (20, [20]), (21, [20, 1])] as [(Int, [Int])])
    func sendsBatches(count: Int, batches: [Int]) async throws {
        try await withMusicServer { server, access in
            server.change { content in
                content.playlists = (0..<count).map { ServedPlaylist(id: "\($0)", name: "Carols", songs: ["s0"]) }
            }
            var counts: [Int] = []
            for try await case .batch(let batch) in try access.repository().playlistBatches(since: nil) {
                counts.append(batch.count)
            }
            #expect(counts == batches)
        }
    }

    @Test("reports playlists without an id after the others")
    func reportsMissingIDs() async throws {
        try await withMusicServer { server, access in
            server.change {
                $0.answers["getPlaylists"] = .json(
                    #"""
                    {"subsonic-response":{"status":"ok","playlists":{"playlist":[{"name":"a"},
                    {"id":"2","name":"b"},{"name":"c"}]}}}
                    """#)
                $0.playlists = [ServedPlaylist(id: "2", name: "b", songs: ["s0"])]
            }
            var (names, rejected): ([String], [RejectedRecord]) = ([], [])
            for try await case .batch(let batch) in try access.repository().playlistBatches(since: nil) {
                names += batch.playlists.map(\.name)
                rejected += batch.rejected
            }
            #expect(names == ["b"])
            #expect(rejected == [2, 3].map { RejectedRecord(position: $0, .missing(field: "id")) })
        }
    }

    @Test("leaves out a playlist that was removed meanwhile")
    func leavesOutRemoved() async throws {
        try await withMusicServer { server, access in
            server.change {
                $0.answers["getPlaylists"] = .json(
                    #"""
                    {"subsonic-response":{"status":"ok","playlists":{"playlist":[{"id":"1","name":"a"},
                    {"id":"2","name":"b"}]}}}
                    """#)
                $0.playlists = [ServedPlaylist(id: "2", name: "b", songs: ["s0"])]
            }
            var names: [String] = []
            for try await case .batch(let batch) in try access.repository().playlistBatches(since: nil) {
                names += batch.playlists.map(\.name)
            }
            #expect(names == ["b"])
        }
    }
}

extension RemoteFetch {
    /// Returns the result at the end of a fetch.
    fileprivate func ended() async throws -> RemoteFetchResult? {
        for try await case .end(let result) in self { return result }
        return nil
    }
}
