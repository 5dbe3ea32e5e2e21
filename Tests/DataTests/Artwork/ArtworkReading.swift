import AsyncHTTPClient
import FermataData
import FermataDomain
import Foundation

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
            resolve: { host in resolved ?? (host.hasSuffix(".example") ? ["1.1.1.1"] : [host]) },
            pinned: { host, address in
                pinned(host, address)
                return HTTPClient.fermata(addresses: [host: "127.0.0.1"])
            })
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
