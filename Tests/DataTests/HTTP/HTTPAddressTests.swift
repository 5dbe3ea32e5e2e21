import FermataDomain
import TestServer
import Testing

@Suite("The address of a catalogue")
struct HTTPAddressTests {
    @Test(
        "an address that is not of the web, or holds a secret, is refused before any request",
        arguments: [
            ("songs.json", "the address is not a URL: it begins with http:// or https://"),
            ("", "the address is not a URL: it begins with http:// or https://"),
            ("http://exa mple.org/", "the address is not a URL: it begins with http:// or https://"),
            ("file:///etc/passwd", "the address begins with file:, where only http:// and https:// will do"),
            ("FTP://example.org/", "the address begins with ftp:, where only http:// and https:// will do"),
            ("http:///songs.json", "the address names no host"),
            ("http://127.0.0.1:65536/songs.json", "the address names port 65536, where 1 to 65535 exist"),
            (
                "https://u:secret@example.org/",
                "the address holds a user name or password, which would be stored and shown"
            ),
            ("https://u@example.org/", "the address holds a user name or password, which would be stored and shown"),
        ])
    func refused(address: String, reason: String) async throws {
        try await withClient { fetcher in
            #expect(throws: LibraryError.badSource(reason: reason)) { try fetcher.repository(address) }
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
