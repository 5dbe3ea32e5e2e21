import FermataDomain
import Testing

@Suite("Identity of playlists")
struct PlaylistIDTests {
    @Test("writes sixteen hexadecimal digits and drops the top bit")
    func writesSixteenDigits() {
        #expect(PlaylistID(0xAB).description == "00000000000000ab")
        #expect(PlaylistID(.max).value == .max >> 1)
    }

    @Test("orders ids by their numbers")
    func ordersByNumber() {
        #expect(PlaylistID(1) < PlaylistID(2))
        #expect(!(PlaylistID(2) < PlaylistID(2)) && !(PlaylistID(3) < PlaylistID(2)))
    }

    @Test("a playlist counts no music by default")
    func countsNothingByDefault() {
        let playlist = Playlist(id: PlaylistID(1), name: "Glam", source: "radio")
        #expect(playlist.count == 0 && playlist.missing == 0)
    }
}
