import FermataContracts
import FermataData
import FermataDomain
import Foundation
import Synchronization
import TestServer
import Testing

@Suite("Playlist documents")
struct PlaylistDocumentTests {
    @Test(
        "reads playlists from an object, an array and NDJSON",
        arguments: [
            #"{"name": "Carols", "music": ["a", 7]}"#,
            #"[{"name": "Carols", "music": ["a", 7]}]"#,
            #"{"name": "Carols", "music": ["a", 7], "more": {"x": [1]}}"# + "\n",
        ])
    func readsAllForms(document: String) async throws {
        let read = try await read(document)
        #expect(read.playlists == [RemotePlaylist(key: "Carols", name: "Carols", songKeys: ["a", "7"])])
        #expect(read.rejected.isEmpty)
    }

    @Test("identifies a playlist by its id, or by its name if it has none")
    func identifiesByIDOrName() async throws {
        let read = try await read(
            """
            {"id": "x", "name": "Carols", "music": []}
            {"id": 12, "name": "Carols", "music": []}
            {"id": "", "name": "Carols", "music": []}
            """)
        #expect(read.playlists.map(\.key) == ["x", "12", "Carols"])
    }

    @Test("describes rejected playlists and reads the others")
    func describesRejectedPlaylists() async throws {
        let read = try await read(
            """
            {"music": []}
            {"name": " ", "music": []}
            {"name": "A"}
            {"name": "B", "music": "a"}
            {"name": "C", "music": [true]}
            {"name": ["D"], "music": []}
            [1]
            {"name": "Good", "music": ["a"]}
            {"name": "E", "music": [1.5]}
            """)
        #expect(read.playlists.map(\.name) == ["Good"])
        #expect(
            read.rejected == [
                RejectedRecord(position: 1, .missing(field: "name")),
                RejectedRecord(position: 2, .empty(field: "name")),
                RejectedRecord(position: 3, .missing(field: "music")),
                RejectedRecord(position: 4, .wrongType(field: "music", expected: .musicIDs)),
                RejectedRecord(position: 5, .wrongType(field: "music", expected: .musicIDs)),
                RejectedRecord(position: 6, .wrongType(field: "name", expected: .text)),
                RejectedRecord(position: 7, .notAnObject),
                RejectedRecord(position: 9, .wrongType(field: "music", expected: .musicIDs)),
            ])
    }

    @Test("resolves an address relative to the catalogue")
    func resolvesRelativeAddress() async throws {
        try await withServer { server, fetcher in
            server.answer("/music/lists.json", .json(#"[{"name": "Carols", "music": []}]"#))
            let repository = try fetcher.playlists("lists.json", catalogue: server.url("/music/songs.json"))
            let names = try await repository.playlistBatches(since: nil).collected()
                .batches.flatMap(\.playlists).map(\.name)
            #expect(names == ["Carols"])
        }
    }

    @Test("refuses an address that is not http or https", arguments: ["file:///etc/passwd", "ftp://x/y"])
    func refusesInvalidAddresses(address: String) async throws {
        try await withClient { fetcher in
            #expect(throws: SourceError.self) {
                _ = try fetcher.playlists(address, catalogue: "http://example.org/songs.json")
            }
        }
    }

    private func read(_ document: String) async throws -> RemotePlaylistBatch {
        let read = Mutex(RemotePlaylistBatch())
        try await withServer { server, fetcher in
            server.answer("/lists", .json(document))
            let repository = try fetcher.playlists(server.url("/lists"), catalogue: server.url("/songs"))
            let batches = try await repository.playlistBatches(since: nil).collected().batches
            read.withLock {
                $0.playlists = batches.flatMap(\.playlists)
                $0.rejected = batches.flatMap(\.rejected)
            }
        }
        return read.withLock { $0 }
    }
}
