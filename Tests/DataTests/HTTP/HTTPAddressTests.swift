import FermataDomain
import TestServer
import Testing

@Suite("The address of a catalogue")
struct HTTPAddressTests {
    @Test(
        "an address that is not of the web, or holds a secret, is refused before any request",
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
    func refused(address: String, cause: InvalidAddress) async throws {
        try await withClient { fetcher in
            #expect(throws: SourceError.invalidAddress(cause)) { try fetcher.repository(address) }
        }
    }

    @Test("addresses within a document are relative to where it was found at last")
    func relative() async throws {
        try await withServer { server, fetcher in
            server.answer("/songs", .redirect(to: "/deep/er/songs.json"))
            server.answer("/deep/er/songs.json", .json(#"{"title": "a", "duration": 1, "image": "a.jpg"}"#))
            let music = try await fetcher.music(server.url("/songs"))
            #expect(music.map(\.artworkURL) == [server.url("/deep/er/a.jpg")])
        }
    }
}
