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
            ("http://example.org/a b", .notAURL),
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

    @Test("accepts ports 1 to 65535", arguments: [(0, false), (1, true), (65_535, true), (65_536, false)])
    func acceptsValidPorts(port: Int, isValid: Bool) async throws {
        try await withClient { fetcher in
            let repository = try? fetcher.repository("http://127.0.0.1:\(port)/songs.json")
            #expect((repository != nil) == isValid)
        }
    }

    @Test("refuses a user name or a password alone", arguments: ["u@", ":secret@", "u:secret@"])
    func refusesCredentials(credentials: String) async throws {
        try await withClient { fetcher in
            #expect(throws: (any Error).self) { try fetcher.repository("https://\(credentials)example.org/") }
        }
    }

    @Test(
        "reports failures without query and fragment",
        arguments: ["", "?key=secret", "#part", "?key=secret#part", "#part?key=secret"])
    func reportsAddressWithoutQuery(suffix: String) async throws {
        try await withServer { server, fetcher in
            let failure = try await fetcher.failure(server.url("/songs\(suffix)"))
            #expect(failure?.address == server.url("/songs"))
            let picture = "http://pictures.example/a.png"
            let refusal = await fetcher.pictureFailure(picture + suffix, resolved: ["10.0.0.1"])
            #expect(refusal?.address == picture)
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
