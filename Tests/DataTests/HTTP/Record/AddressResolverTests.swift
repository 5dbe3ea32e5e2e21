import FermataData
import Foundation
import Testing

@Suite("Address resolver")
struct AddressResolverTests {
    private func resolve(_ text: String, base: String = "http://example.org/music/v1/songs.json?page=1") throws
        -> String?
    {
        AddressResolver(base: try #require(URL(string: base))).address(text)
    }

    @Test(
        "resolves an address against the document's address (RFC 3986)",
        arguments: [
            ("covers/a.jpg", "http://example.org/music/v1/covers/a.jpg"),
            ("a_b-c~1.mp3", "http://example.org/music/v1/a_b-c~1.mp3"),
            ("./a.jpg", "http://example.org/music/v1/a.jpg"),
            ("../a.jpg", "http://example.org/music/a.jpg"),
            ("../../../a.jpg", "http://example.org/a.jpg"),
            ("x/../a.jpg", "http://example.org/music/v1/a.jpg"),
            ("/a.jpg", "http://example.org/a.jpg"),
            ("//cdn.example.org/a.jpg", "http://cdn.example.org/a.jpg"),
            ("?size=2", "http://example.org/music/v1/songs.json?size=2"),
            ("a.jpg?size=2", "http://example.org/music/v1/a.jpg?size=2"),
            ("https://cdn.example.org/x/a.jpg", "https://cdn.example.org/x/a.jpg"),
            ("https://cdn.example.org:8080/a.jpg?b=c", "https://cdn.example.org:8080/a.jpg?b=c"),
            ("HTTPS://cdn.example.org/a.jpg", "HTTPS://cdn.example.org/a.jpg"),
            ("a b.jpg", "http://example.org/music/v1/a%20b.jpg"),
            ("a%20b.jpg", "http://example.org/music/v1/a%20b.jpg"),
        ])
    func resolvesAgainstDocument(text: String, address: String) throws {
        #expect(try resolve(text) == address)
    }

    @Test(
        "drops addresses that are not http or https",
        arguments: [
            "", "file:///etc/passwd", "javascript:alert(1)", "data:text/plain,a", "ftp://example.org/a", "http://",
            "https:///a.jpg", "mailto:a@example.org",
        ])
    func dropsOtherSchemes(text: String) throws {
        #expect(try resolve(text) == nil)
    }

    @Test(
        "resolves simple addresses as Foundation does",
        arguments: ["a", "a/b.c", "a.b/c-d_e~f", "a./b", "http://h.example/a.b", "https://h/x"],
        ["http://example.org", "http://example.org/", "http://example.org/a", "https://h:81/a/b/../c/d?e/f#g"])
    func matchesFoundation(text: String, base: String) throws {
        let document = try #require(URL(string: base))
        let foundation = URL(string: text, relativeTo: document)?.absoluteString
        #expect(try resolve(text, base: base) == foundation)
    }
}
