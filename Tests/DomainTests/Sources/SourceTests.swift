import FermataDomain
import Foundation
import Testing

@Suite("Source")
struct SourceTests {
    @Test("shows its addresses without a query, which may contain a secret")
    func hidesQueryOfAddresses() {
        var source = Source(
            name: "home", kind: "http", address: "http://a/songs?key=1", added: Date(timeIntervalSince1970: 0))
        #expect(source.shownAddress == "http://a/songs")
        #expect(source.shownPlaylists == nil)
        source.playlists = "http://a/lists#key"
        #expect(source.shownPlaylists == "http://a/lists")
        source.address = "/music/What? #1"
        #expect(source.shownAddress == "/music/What? #1")
    }

    @Test("has no playlists and no records until it is read")
    func startsEmpty() {
        let source = Source(name: "home", kind: "http", address: "http://a", added: Date(timeIntervalSince1970: 0))
        #expect(source.playlists == nil && source.refreshed == nil && source.count == 0)
    }
}
