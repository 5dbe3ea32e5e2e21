import FermataData
import FermataDomain
import Testing

@Suite("The id of a record")
struct MusicIDTests {
    @Test(
        "is the same in every version, so that bookmarks and playlists stay valid",
        arguments: [
            ("radio", "1", 2_198_528_482_445_031_068), ("radi", "o1", 3_715_202_844_731_243_108),
            ("", "", 3_970_492_405_946_891_596),
        ] as [(String, String, UInt64)])
    func isStable(source: String, key: String, value: UInt64) {
        #expect(MusicID(source: source, key: key).value == value)
    }
}
