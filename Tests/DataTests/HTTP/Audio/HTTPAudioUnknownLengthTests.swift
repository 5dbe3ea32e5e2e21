import FermataContracts
import FermataDomain
import Foundation
import TestServer
import TestTraits
import Testing

@Suite("Resuming HTTP audio of an unknown length")
struct HTTPAudioUnknownLengthTests {
    private let content = Data.varied(count: 200_000)
    private let version = "ETag: \"1\""

    @Test("resumes if the range states no total length", arguments: [nil, 200_000] as [Int64?])
    func resumesWithoutTotal(total: Int64?) async throws {
        try await withServer { server, fetcher in
            server.answer("/a.mp3", partial("bytes 70000-199999/*"))
            let part = InMemorySink(content.prefix(70_000), version: version, total: total)
            let result = try await fetcher.readAudio(server.url("/a.mp3"), into: part)
            #expect(result.failure == nil)
            #expect(await result.starts == [AudioStart(offset: 70_000, total: total, version: version)])
            #expect(await result.bytes == content)
            #expect(server.requests.map { $0["Range"] } == ["bytes=70000-"])
        }
    }

    @Test("reports a body that ends before its range, and keeps the partial file")
    func reportsShortBody() async throws {
        try await withServer { server, fetcher in
            server.answer("/a.mp3", partial("bytes 70000-200999/*"))
            let part = InMemorySink(content.prefix(70_000), version: version, total: nil)
            let result = try await fetcher.readAudio(server.url("/a.mp3"), into: part)
            #expect(result.failure?.cause == .content(.shorterThanAnnounced))
            #expect(await result.sink.part?.length == 200_000)
        }
    }

    /// Responds to range requests with the last bytes, to others with 500.
    private func partial(_ range: String) -> ScriptedResponse {
        .ranged(
            .document(
                content.suffix(130_000), type: "audio/mpeg", etag: "\"1\"", status: 206,
                headers: ["Content-Range": range]), .status(500))
    }
}
