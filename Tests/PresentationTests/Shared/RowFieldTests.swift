import FermataPresentation
import Testing

@Suite("Keys of a row")
struct RowFieldTests {
    @Test("keys come in the order in which they are named, each once")
    func order() throws {
        #expect(try MusicField.list("title,id,title") == [.title, .id])
    }

    @Test("spaces around a key do not matter")
    func spaces() throws {
        #expect(try MusicField.list(" title , artist") == [.title, .artist])
    }

    @Test("an unknown key is refused by name, with the keys that there are", arguments: ["singer", "", "ID"])
    func unknown(name: String) {
        let error = #expect(throws: UnknownField.self) { try MusicField.list("title," + name) }
        #expect(error == UnknownField(name: name, known: MusicField.allCases.map(\.rawValue)))
    }

    @Test("the usual order of a row of music is that of the specification")
    func usualOrder() {
        let keys = MusicField.allCases.map(\.rawValue).joined(separator: ",")
        let documented =
            "id,title,artist,album,duration,artwork,audio,bookmarked,downloaded,explicit,popularity,"
            + "released,added,source"
        #expect(keys == documented)
    }
}
