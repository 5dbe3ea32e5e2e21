import FermataDomain
import TestServer
import Testing

@Suite("Catalogue address")
struct HTTPAddressTests {
    @Test(
        "refuses an invalid address or one with a password before any request",
        arguments: [
            ("songs.json", InvalidAddress.notAURL),
            ("", .notAURL),
            ("http://exa mple.org/", .notAURL),
            ("file:///etc/passwd", .unsupportedScheme("file")),
            ("FTP://example.org/", .unsupportedScheme("ftp")),
            ("http:///songs.json", .noHost),
            ("http://127.0.0.1:65536/songs.json", .invalidPort(65536)),
            ("https://u:secret@example.org/", .containsCredentials),
            ("https://u@example.org/", .containsCredentials),
        ])
    func refusesInvalidAddresses(address: String, cause: InvalidAddress) async throws {
        try await withClient { fetcher in
            #expect(throws: SourceError.invalidAddress(cause)) { try fetcher.repository(address) }
        }
    }

    @Test("resolves addresses in a document against the document's final address")
    func resolvesAgainstRedirectedDocument() async throws {
        try await withServer { server, fetcher in
            server.answer("/songs", .redirect(to: "/deep/er/songs.json"))
            server.answer("/deep/er/songs.json", .json(#"{"title": "a", "duration": 1, "image": "a.jpg"}"#))
            let music = try await fetcher.music(server.url("/songs"))
            #expect(music.map(\.artworkURL) == [server.url("/deep/er/a.jpg")])
        }
    }
}
