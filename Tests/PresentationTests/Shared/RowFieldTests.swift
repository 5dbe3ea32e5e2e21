import FermataPresentation
import Testing

@Suite("Keys of a row")
struct RowFieldTests {
    @Test("keys are in the given order, each once")
    func preservesOrder() throws {
        #expect(try MusicField.list("title,id,title") == [.title, .id])
    }

    @Test("spaces around a key are ignored")
    func ignoresSpaces() throws {
        #expect(try MusicField.list(" title , artist") == [.title, .artist])
    }

    @Test("an unknown key is an error with the known keys", arguments: ["singer", "", "ID"])
    func refusesUnknownKey(name: String) {
        let error = #expect(throws: UnknownField.self) { try MusicField.list("title," + name) }
        #expect(error == UnknownField(name: name, known: Self.known))
    }

    @Test("keys that are printed only on request are known, and are no default keys")
    func knowsRequestedKeys() throws {
        #expect(try MusicField.list("track,disc,year,genre,lyrics") == [.track, .disc, .year, .genre, .lyrics])
        #expect(try MusicField.list("albumArtist,album") == [.albumArtist, .album])
        #expect(!MusicField.allCases.contains { MusicField.requestedOnly.contains($0) })
        #expect(try SongField.list("track,records") == [.music(.track), .records])
        #expect(try ArtistField.list("year") == [.music(.year)])
        #expect(throws: UnknownField.self) { try ArtistField.list("lyrics") }
    }

    private static let known = (MusicField.allCases + MusicField.requestedOnly).map(\.rawValue)

    @Test("the default order of a row of music is that of the specification")
    func hasDefaultOrder() {
        let keys = MusicField.allCases.map(\.rawValue).joined(separator: ",")
        let documented =
            "id,title,artist,album,duration,artwork,audio,bookmarked,downloaded,explicit,popularity,"
            + "released,added,source,sources,plays,played"
        #expect(keys == documented)
    }
}
