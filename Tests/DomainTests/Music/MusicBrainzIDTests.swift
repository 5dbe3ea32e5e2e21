import FermataDomain
import Testing

@Suite("MusicBrainz ids of recordings")
struct MusicBrainzIDTests {
    @Test("reads a UUID in either case and writes it in lower case")
    func readsEitherCase() throws {
        let text = "b1a9c0e9-d987-4042-ae91-78d6a3267d69"
        let id = try #require(MusicBrainzID(text))
        #expect(id.description == text)
        #expect(MusicBrainzID(text.uppercased()) == id)
        #expect((id.bytes[0], id.bytes[15]) == (0xB1, 0x69))
        #expect(MusicBrainzID(id.bytes) == id)
    }

    @Test(
        "ignores text that is no UUID",
        arguments: [
            "", "b1a9c0e9", "b1a9c0e9d9874042ae9178d6a3267d69", "b1a9c0e9-d987-4042-ae91-78d6a3267d6",
            "b1a9c0e9-d987-4042-ae91-78d6a3267d6g", "b1a9c0e9-d987-4042-ae9178d6a3267d69-0",
            "{b1a9c0e9-d987-4042-ae91-78d6a3267d69}", "00000000-0000-0000-0000-000000000000",
        ])
    func ignoresOtherText(text: String) {
        #expect(MusicBrainzID(text) == nil)
    }
}
