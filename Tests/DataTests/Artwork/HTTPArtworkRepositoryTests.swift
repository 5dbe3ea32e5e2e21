import AsyncHTTPClient
import FermataContracts
import FermataData
import FermataDomain
import Foundation
import TestServer
import TestTraits
import Testing

@Suite("HTTP artwork repository")
struct HTTPArtworkRepositoryTests {
    @Test(
        "detects the format by the first bytes, not by the content type",
        arguments: [
            (SamplePicture.png, ArtworkImage.Format.png), (SamplePicture.jpeg, .jpeg), (SamplePicture.gif, .gif),
            (SamplePicture.webp, .webp),
        ])
    func detectsFormat(bytes: Data, format: ArtworkImage.Format) async throws {
        try await withServer { server, fetcher in
            server.answer("/a", .document(bytes, type: "text/plain"))
            let artwork = fetcher.artwork(source: server.url("/"))
            let picture = try await artwork.artwork(of: song(picture: server.url("/a")))
            #expect(picture == ArtworkImage(format: format, bytes: bytes))
        }
    }

    @Test("sends no request for a song without a picture")
    func sendsNothingWithoutAddress() async throws {
        try await withServer { server, fetcher in
            let picture = try await fetcher.artwork(source: server.url("/")).artwork(of: song(picture: nil))
            #expect(picture == nil)
            #expect(server.requests.isEmpty)
        }
    }

    @Test("rejects pages, SVG drawings and empty content")
    func rejectsOtherContent() async throws {
        try await withServer { server, fetcher in
            for text in ["<!DOCTYPE html>", "<svg xmlns=\"http://www.w3.org/2000/svg\"><script/></svg>", ""] {
                server.answer("/a", .document(Data(text.utf8), type: "image/png"))
                let failure = await fetcher.pictureFailure(server.url("/a"), source: server.url("/"))
                #expect(failure?.kind == .badData)
                #expect(failure?.cause == .content(.notAnImage))
            }
        }
    }

    @Test("rejects other content by its first twelve bytes, before more arrive")
    func rejectsByFirstBytes() async throws {
        try await withServer { server, fetcher in
            server.answer("/a", .stalled(after: Data(repeating: 0x20, count: 12), type: "image/png"))
            let failure = await fetcher.pictureFailure(server.url("/a"), source: server.url("/"))
            #expect(failure?.cause == .content(.notAnImage))
        }
    }

    @Test(
        "refuses an invalid address before any request", arguments: ["file:///etc/passwd", "", "x"])
    func refusesInvalidAddresses(address: String) async throws {
        try await withServer { _, fetcher in
            let failure = await fetcher.pictureFailure(address)
            guard case .invalidAddress? = failure?.cause else {
                Issue.record("\(String(describing: failure))")
                return
            }
        }
    }

    @Test("reports a status without a picture")
    func reportsStatus() async throws {
        try await withServer { server, fetcher in
            server.answer("/a", .status(404))
            let failure = await fetcher.pictureFailure(server.url("/a"), source: server.url("/"))
            #expect(failure?.kind == .refused && failure?.cause == .status(404))
        }
    }

    @Test("applies the exact limit, and requests pictures uncompressed", arguments: [0, 1])
    func appliesExactLimit(excess: Int) async throws {
        try await withServer { server, fetcher in
            server.answer("/a", .document(SamplePicture.png, type: "image/png"))
            let limit = SamplePicture.png.count - excess
            let repository = fetcher.artwork(source: server.url("/"), byteLimit: limit)
            let picture = try? await repository.artwork(of: song(picture: server.url("/a")))
            #expect((picture != nil) == (excess == 0))
            #expect(server.requests.last?["Accept-Encoding"] == "identity")
            #expect(server.requests.last?["Accept"] == "image/webp, image/png, image/jpeg, image/gif")
            #expect(server.requests.last?["User-Agent"] == "Fermata/1.2.3")
        }
    }

    @Test("rejects pictures above the limit")
    func rejectsLargePictures() async throws {
        try await withServer { server, fetcher in
            server.answer("/a", .document(SamplePicture.png + Data(repeating: 0, count: 1_000), type: "image/png"))
            let long = await fetcher.pictureFailure(server.url("/a"), source: server.url("/"))
            #expect(long?.kind == .badData && long?.cause == .content(.tooLarge(limit: 1_000, isUnpacked: false)))
        }
    }

    @Test("times out at the deadline")
    func timesOutAtDeadline() async throws {
        try await withServer { server, fetcher in
            server.answer("/a", .silent)
            let clock = SteppedClock()
            let repository = fetcher.with(clock: clock).artwork(source: server.url("/"), deadline: .seconds(7))
            let address = server.url("/a")
            let request = Task { try await repository.artwork(of: song(picture: address)) }
            try await waitUntil { !server.requests.isEmpty }
            await clock.step()
            let failure = await #expect(throws: SourceFailure.self) { try await request.value }
            #expect(failure?.kind == .unreachable && clock.pauses == [.seconds(7)])
        }
    }
}

/// Small pictures in every format.
enum SamplePicture {
    /// A picture of one pixel.
    static let png =
        Data(
            base64Encoded:
                "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")
        ?? Data()
    static let gif = Data("GIF89a".utf8) + Data(repeating: 0, count: 20)
    static let jpeg = Data([0xFF, 0xD8, 0xFF, 0xE0]) + Data(repeating: 0, count: 20)
    static let webp = Data("RIFF\u{4}\0\0\0WEBPVP8 ".utf8)
}

/// A song of the source “radio” with an artwork address.
func song(picture: String?) -> Music {
    Music(id: MusicID(1), title: "Changes", artworkURL: picture, sources: ["radio"])
}

/// A source repository with one source.
struct SingleSourceRepository: SourceRepository {
    private let source: Source

    init(_ address: String) {
        self.init(Source(name: "radio", kind: "http", address: address, added: Fetcher.now))
    }

    init(_ source: Source) {
        self.source = source
    }

    func sources() async throws -> [Source] { [source] }
    func add(_ source: Source) async throws { throw SourceError.alreadyExists(source.name) }
    func update(_ name: String, to source: Source) async throws { throw SourceError.notFound(name, known: []) }
    func setIssue(_ issue: SyncIssue?, of source: Source) async throws {}
    func remove(named name: String, keepingBookmarked: Bool) async throws {
        throw SourceError.notFound(name, known: [])
    }
}

extension Fetcher {
    /// A guard with a fake resolver. All its connections lead to loopback.
    func addressGuard(
        source: String, resolved: [String]? = nil,
        pinned: @escaping @Sendable (String, String) -> Void = { _, _ in }
    ) -> AddressGuard {
        AddressGuard(
            sources: SingleSourceRepository(source),
            network: NetworkGuard(
                resolve: { host in resolved ?? (host.hasSuffix(".example") ? ["1.1.1.1"] : [host]) },
                pinned: { host, address in
                    pinned(host, address)
                    return HTTPClient.fermata(addresses: [host: "127.0.0.1"])
                }))
    }

    func artwork(
        source: String = "http://catalogue.example/songs.json", resolved: [String]? = nil, byteLimit: Int = 1_000,
        deadline: Duration = .seconds(20), pinned: @escaping @Sendable (String, String) -> Void = { _, _ in }
    ) -> HTTPArtworkRepository {
        HTTPArtworkRepository(
            client: { client }, guardedBy: addressGuard(source: source, resolved: resolved, pinned: pinned),
            userAgent: "Fermata/1.2.3", byteLimit: byteLimit, deadline: deadline, clock: clock,
            now: { Self.now })
    }

    /// The failure of downloading a picture; nil if there is none.
    func pictureFailure(
        _ address: String, source: String = "http://catalogue.example/songs.json", resolved: [String]? = nil
    ) async -> SourceFailure? {
        do {
            _ = try await artwork(source: source, resolved: resolved)
                .artwork(of: song(picture: address))
            return nil
        } catch {
            return error as? SourceFailure
        }
    }
}
