import FermataDomain
import Testing

@Suite("Identity of music")
struct MusicIDTests {
    @Test(
        "writes an id as sixteen hexadecimal digits",
        arguments: [
            (0, "0000000000000000"), (1, "0000000000000001"), (0x7FFF_FFFF_FFFF_FFFF, "7fffffffffffffff"),
            (0x0123_4567_89AB_CDEF, "0123456789abcdef"),
        ] as [(UInt64, String)])
    func writesSixteenDigits(value: UInt64, text: String) {
        #expect(MusicID(value).description == text)
        #expect(MusicID(value).short == String(text.prefix(10)))
    }

    @Test("drops the top bit")
    func dropsTopBit() {
        #expect(MusicID(1 << 63 | 5) == MusicID(5))
    }

    @Test("orders ids as their text")
    func ordersAsText() {
        let ids = [0, 1, 0xF, 0x10, 0xFFFF_FFFF, 1 << 62].map { MusicID($0) }
        #expect(ids.sorted() == ids)
        #expect(ids.map(\.description).sorted() == ids.map(\.description))
    }

    @Test("every prefix contains its id, in either case")
    func everyPrefixFindsID() throws {
        let id = MusicID(0x0123_4567_89AB_CDEF)
        for count in 1...MusicID.digits {
            let text = String(id.description.prefix(count))
            #expect(try #require(MusicIDPrefix(text)).range.contains(id))
            #expect(try #require(MusicIDPrefix(text.uppercased())).range.contains(id))
        }
        #expect(MusicIDPrefix(id.description)?.range == id...id)
        #expect(MusicIDPrefix(id).range == id...id)
    }

    @Test("a prefix contains exactly the ids that begin with it")
    func prefixRangeIsExact() throws {
        let range = try #require(MusicIDPrefix("0a")).range
        #expect(range == MusicID(0x0A00_0000_0000_0000)...MusicID(0x0AFF_FFFF_FFFF_FFFF))
    }

    @Test(
        "rejects text that cannot begin an id",
        arguments: ["", "g", "0x1", "-1", "+1", " 1", "1 ", "8", "ffff", "00000000000000001", "１", "1\u{301}"])
    func rejectsInvalidPrefix(text: String) {
        #expect(MusicIDPrefix(text) == nil)
    }
}
