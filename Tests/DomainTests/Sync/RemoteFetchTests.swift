import FermataContracts
import FermataDomain
import TestTraits
import Testing

@Suite("A fetch from a remote repository", .deadline)
struct RemoteFetchTests {
    private let failure = SourceFailure(.truncated, address: "")

    @Test(
        "returns its batches in order, then its end",
        arguments: [RemoteFetchResult.unchanged, .complete(revision: "1")])
    func returnsBatchesThenEnd(end: RemoteFetchResult) async throws {
        let fetch = RemoteFetch<RemotePlaylistBatch> { send in
            for name in ["a", "b"] { try await send(batch(name)) }
            return end
        }
        for _ in 1...2 {
            var names: [String?] = []
            for try await element in fetch {
                switch element {
                case .batch(let batch): names.append(batch.playlists.first?.name)
                case .end(let result):
                    #expect(result == end)
                    names.append(nil)
                }
            }
            #expect(names == ["a", "b", nil])
        }
    }

    @Test("throws the error of the source after the batches before it")
    func throwsAfterBatches() async throws {
        let fetch = RemoteFetch<RemotePlaylistBatch> { [failure] send in
            try await send(batch("a"))
            throw failure
        }
        var names: [String] = []
        await #expect(throws: failure) {
            for try await case .batch(let batch) in fetch { names += batch.playlists.map(\.name) }
        }
        #expect(names == ["a"])
    }

    @Test("throws CancellationError in a cancelled task")
    func throwsIfCancelled() async throws {
        let fetch = RemoteFetch<RemotePlaylistBatch> { send in
            while true { try await send(batch("a")) }
        }
        let reading = Task {
            for try await _ in fetch { withUnsafeCurrentTask { $0?.cancel() } }
        }
        await #expect(throws: CancellationError.self) { try await reading.value }
    }
}

private func batch(_ name: String) -> RemotePlaylistBatch {
    RemotePlaylistBatch(playlists: [RemotePlaylist(key: name, name: name, songKeys: [])])
}
