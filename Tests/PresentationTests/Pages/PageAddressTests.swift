import FermataDomain
import FermataPresentation
import Testing

@Suite("The addresses of screens on the web")
struct PageAddressTests {
    @Test(
        "any artist's name is one segment of the path",
        arguments: [
            ("Ed Sheeran", "/artists/Ed%20Sheeran"), ("AC/DC", "/artists/AC%2FDC"),
            ("a?b#c%d", "/artists/a%3Fb%23c%25d"),
            ("챔버", "/artists/%EC%B1%94%EB%B2%84"), ("!!!", "/artists/%21%21%21"), ("a\u{0}\n", "/artists/a%00%0A"),
            ("...", "/artists/..."), ("x.y-z_~", "/artists/x.y-z_~"), ("\"><'&", "/artists/%22%3E%3C%27%26"),
        ])
    func encodesArtist(name: String, address: String) {
        #expect(PageAddress.artist(name)?.description == address)
    }

    @Test("the names . and .. are items of the query", arguments: [".", ".."])
    func putsDotsIntoQuery(name: String) {
        #expect(PageAddress.artist(name)?.description == "/artists?name=" + name)
    }

    @Test("a name that is blank or too long has no page", arguments: ["", " ", String(repeating: "챔", count: 400)])
    func refusesName(name: String) {
        #expect(PageAddress.artist(name) == nil)
    }

    @Test("a name of 1,000 bytes has a page, and one of 1,001 bytes has none")
    func limitsNames() {
        #expect(PageAddress.artist(String(repeating: "a", count: 1_000)) != nil)
        #expect(PageAddress.artist(String(repeating: "a", count: 1_001)) == nil)
    }

    @Test("music, playlists and to-dos have their ids in the path")
    func encodesIDs() {
        #expect(PageAddress.music(MusicID(0x1A)).description == "/music/000000000000001a")
        #expect(PageAddress.playlist(PlaylistID(0x1B)).description == "/playlists/000000000000001b")
        #expect(PageAddress.toDo(12).description == "/to-dos/12")
        #expect(PageAddress.artwork(MusicID(0x1A)).description == "/api/music/000000000000001a/artwork")
        let music = Music(id: MusicID(0x1A), title: "Changes", artworkURL: "https://a/b.png")
        #expect(MusicCellModel(music).artworkAddress == .artwork(music.id))
        let plain = MusicCellModel(Music(id: music.id, title: "Changes"))
        #expect(plain.artworkAddress.description == "/assets/placeholder.svg")
    }

    @Test("an encoded query follows the path")
    func encodesQuery() {
        let address = PageAddress.musicList.withQuery([("text", "a b&c=d"), ("order", "title")])
        #expect(address.description == "/?text=a%20b%26c%3Dd&order=title")
        #expect(PageAddress.toDos.withQuery([]).description == "/to-dos")
    }
}
