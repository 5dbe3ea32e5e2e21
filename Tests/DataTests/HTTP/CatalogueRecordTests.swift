import FermataData
import FermataDomain
import Foundation
import Testing

@Suite("Catalogue records")
struct CatalogueRecordTests {
    @Test("maps every key to its property")
    func mapsEveryKey() throws {
        let document = """
            {"id": "s1", "singer": "Artist", "album": "Album", "title": "Title", "duration": 195,
             "image": "covers/s1.jpg", "file": "https://cdn.example.org/s1.mp3", "lyrics": "[00:01.00]la",
             "explicit": true, "popularity": 66.5, "released": "2019-06-14", "genre": "pop", "track": 3, "disc": 2,
             "recording": "B1A9C0E9-d987-4042-ae91-78d6a3267d69", "albumArtist": "Band"}
            """
        #expect(
            try DocumentReading(document).music == [
                RemoteMusic(
                    key: "s1", title: "Title", artist: "Artist", album: "Album", albumArtist: "Band",
                    duration: .seconds(195),
                    disc: 2, track: 3, genre: "pop", artworkURL: "http://example.org/music/covers/s1.jpg",
                    audioURL: "https://cdn.example.org/s1.mp3", lyrics: "[00:01.00]la", explicit: .explicit,
                    popularity: 66.5, released: ReleaseDate(year: 2019, month: 6, day: 14),
                    recording: MusicBrainzID("b1a9c0e9-d987-4042-ae91-78d6a3267d69"))
            ])
    }

    @Test("uses defaults for missing and null values")
    func usesDefaults() throws {
        let bare = try DocumentReading(#"{"title": "a", "duration": 0, "id": 7}"#).music
        #expect(bare == [RemoteMusic(key: "7", title: "a")])
        let nulls = """
            {"title": "a", "duration": 0, "id": 7, "singer": null, "album": null, "image": null, "file": "",
             "lyrics": null, "explicit": null, "popularity": null, "released": null, "year": null, "genre": null,
             "track": null, "disc": null, "albumArtist": null, "unknown": {"key": [1]}}
            """
        #expect(try DocumentReading(nulls).music == bare)
    }

    @Test("reads the FLO document as one song")
    func readsFLODocument() throws {
        let music = try #require(DocumentReading(Data(PackageResources.flo_song_json)).music.first)
        #expect(music.title == "We Wish You A Merry Christmas")
        #expect(music.artist == "챔버오케스트라")
        #expect(music.album == "캐롤 모음")
        #expect(music.duration == .seconds(198))
        #expect(music.lyrics.split(separator: "\n").count == 49)
        #expect(music.audioURL?.hasSuffix("/2020-flo/music.mp3") == true)
        #expect(music.key.hasPrefix("sha256:"))
    }

    @Test("derives a stable and distinct key for records without an id")
    func derivesStableKeys() throws {
        func key(_ singer: String, _ album: String, _ title: String, _ duration: Int) throws -> String? {
            let fields =
                #""singer": "\#(singer)", "album": "\#(album)", "title": "\#(title)", "duration": \#(duration)"#
            return try DocumentReading("{\(fields)}").music.first?.key
        }
        let key1 = try #require(try key("a", "b", "c", 1))
        #expect(try key("a", "b", "c", 1) == key1)
        #expect(key1.utf8.count == "sha256:".utf8.count + 64)
        let others = try [key("ab", "", "c", 1), key("a", "b", "c", 2), key("a", "bc", "c", 1), key("", "ab", "c", 1)]
        #expect(Set(others + [key1]).count == 5)
    }

    @Test(
        "reads the explicit status from a Boolean or a word",
        arguments: [
            ("true", ExplicitStatus.explicit), ("false", .clean), ("null", .unknown), (#""explicit""#, .explicit),
            (#""clean""#, .clean), (#""unknown""#, .unknown),
        ])
    func readsExplicitStatus(written: String, status: ExplicitStatus) throws {
        let music = try DocumentReading(#"{"title": "a", "duration": 1, "explicit": \#(written)}"#).music
        #expect(music.map(\.explicit) == [status])
    }

    @Test(
        "reads a release date, or else the year",
        arguments: [
            (#""released": "2019-06-14""#, ReleaseDate(year: 2019, month: 6, day: 14)),
            (#""released": "2019-06", "year": 1999"#, ReleaseDate(year: 2019, month: 6)),
            (#""released": "2019""#, ReleaseDate(year: 2019)),
            (#""released": "soon", "year": 1999"#, ReleaseDate(year: 1999)),
            (#""released": "2019-02-30""#, nil), (#""year": 123456"#, nil), (#""year": 1999"#, ReleaseDate(year: 1999)),
        ])
    func readsReleaseDate(fields: String, date: ReleaseDate?) throws {
        let music = try DocumentReading(#"{"title": "a", "duration": 1, \#(fields)}"#).music
        #expect(music.map(\.released) == [date])
    }

    @Test(
        "ignores a recording that is no UUID",
        arguments: [#""unknown""#, #""""#, "7", "null", "true", "[]", #"{"id": 1}"#])
    func ignoresInvalidRecording(written: String) throws {
        let reading = try DocumentReading(#"{"title": "a", "duration": 1, "recording": \#(written)}"#)
        #expect(reading.titles == ["a"] && reading.music.map(\.recording) == [nil])
    }

    @Test("ignores an artist of the album that is no text", arguments: ["7", "true", "[]", #"{"name": "Band"}"#])
    func ignoresInvalidAlbumArtist(written: String) throws {
        let reading = try DocumentReading(#"{"title": "a", "duration": 1, "albumArtist": \#(written)}"#)
        #expect(reading.titles == ["a"] && reading.music.map(\.albumArtist) == [""])
    }

    @Test("stores control characters in a title unchanged")
    func storesControlCharacters() throws {
        let reading = try DocumentReading(#"{"title": "a\u0000\u001b[31m\u202e", "duration": 1}"#)
        #expect(reading.titles == ["a\u{0}\u{1B}[31m\u{202E}"])
    }

    @Test(
        "reports the position and reason of a rejected record",
        arguments: [
            (#"{"duration": 1}"#, RecordError.missing(field: "title")),
            (#"{"title": null, "duration": 1}"#, .missing(field: "title")),
            (#"{"title": "", "duration": 1}"#, .empty(field: "title")),
            (#"{"title": " \n\u00a0\u3000", "duration": 1}"#, .empty(field: "title")),
            (#"{"title": 5, "duration": 1}"#, .wrongType(field: "title", expected: .text)),
            (#"{"title": "a"}"#, .missing(field: "duration")),
            (#"{"title": "a", "duration": -1}"#, .negative(field: "duration")),
            (#"{"title": "a", "duration": 1.5}"#, .wrongType(field: "duration", expected: .seconds)),
            (#"{"title": "a", "duration": "198"}"#, .wrongType(field: "duration", expected: .seconds)),
            (#"{"title": "a", "duration": 1e30}"#, .wrongType(field: "duration", expected: .seconds)),
            (#"{"title": "a", "duration": 99999999999}"#, .tooLarge(field: "duration", limit: 2_147_483_647)),
            (#"{"title": "a", "duration": 1, "singer": ["x"]}"#, .wrongType(field: "singer", expected: .text)),
            (#"{"title": "a", "duration": 1, "album": 3}"#, .wrongType(field: "album", expected: .text)),
            (#"{"title": "a", "duration": 1, "image": {}}"#, .wrongType(field: "image", expected: .text)),
            (#"{"title": "a", "duration": 1, "file": false}"#, .wrongType(field: "file", expected: .text)),
            (#"{"title": "a", "duration": 1, "lyrics": []}"#, .wrongType(field: "lyrics", expected: .text)),
            (#"{"title": "a", "duration": 1, "id": 1.5}"#, .wrongType(field: "id", expected: .textOrInteger)),
            (#"{"title": "a", "duration": 1, "id": true}"#, .wrongType(field: "id", expected: .textOrInteger)),
            (
                #"{"title": "a", "duration": 1, "popularity": "high"}"#,
                .wrongType(field: "popularity", expected: .number)
            ),
            (#"{"title": "a", "duration": 1, "track": "3"}"#, .wrongType(field: "track", expected: .integer)),
            (#"{"title": "a", "duration": 1, "disc": 1.5}"#, .wrongType(field: "disc", expected: .integer)),
            (#"{"title": "a", "duration": 1, "year": "1999"}"#, .wrongType(field: "year", expected: .integer)),
            (#"{"title": "a", "duration": 1, "genre": 1}"#, .wrongType(field: "genre", expected: .text)),
            (#"{"title": "a", "duration": 1, "released": 2019}"#, .wrongType(field: "released", expected: .text)),
            (
                #"{"title": "a", "duration": 1, "explicit": "no"}"#,
                .wrongType(field: "explicit", expected: .explicitStatus)
            ),
            (
                #"{"title": "a", "duration": 1, "explicit": 1}"#,
                .wrongType(field: "explicit", expected: .explicitStatus)
            ),
        ])
    func describesRejectedRecord(bad: String, cause: RecordError) throws {
        for document in ["[\(record("a")),\(bad),\(record("c"))]", "\(record("a"))\n\(bad)\n\(record("c"))\n"] {
            let reading = try DocumentReading(document)
            #expect(reading.titles == ["a", "c"])
            #expect(reading.rejected == [RejectedRecord(position: 2, cause)])
        }
    }

    @Test("accepts an integer that is written as a fraction")
    func acceptsIntegralFraction() throws {
        #expect(try DocumentReading(#"{"title": "a", "duration": 198.0}"#).music.map(\.duration) == [.seconds(198)])
    }

    @Test("rejects a record that is not valid UTF-8")
    func rejectsInvalidUTF8() throws {
        for bytes: [UInt8] in [[0xFF], [0x80], [0xC3, 0x28], [0xED, 0xA0, 0x80], [0xF0, 0x9F]] {
            let bad = Data(#"{"title": ""#.utf8) + bytes + Data(#"", "duration": 1}"#.utf8)
            let reading = try DocumentReading(Data(record("a").utf8) + [10] + bad + [10] + Data(record("c").utf8))
            #expect(reading.titles == ["a", "c"])
            #expect(reading.rejected == [RejectedRecord(position: 2, .notUTF8)])
        }
    }

    @Test(
        "reports what is wrong with malformed JSON, and where",
        arguments: [
            (#"{"title": "a" "duration": 1}"#, "invalid value around character 14"),
            (#"{"title": "a\x", "duration": 1}"#, "invalid escape sequence around character 12"),
            ("{\"title\": \n", "unexpected end of file during JSON parse"),
            ("{'title': 1}", "invalid value around character 1"),
            ("{\"title\": \"a\u{1}\"}", "unescaped control character around character 12"),
            (#"{"title": "a", "duration": 1e400}"#, "number 1e400 is not representable"),
        ])
    func locatesJSONErrors(bad: String, fault: String) throws {
        #expect(try DocumentReading(bad).rejected == [RejectedRecord(position: 1, .invalidJSON(fault))])
    }
}

@Suite("Address resolver")
struct AddressResolverTests {
    private func resolve(_ text: String, base: String = "http://example.org/music/v1/songs.json?page=1") -> String? {
        AddressResolver(base: URL(string: base)).address(text)
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
    func resolvesAgainstDocument(text: String, address: String) {
        #expect(resolve(text) == address)
    }

    @Test(
        "drops addresses that are not http or https",
        arguments: [
            "", "file:///etc/passwd", "javascript:alert(1)", "data:text/plain,a", "ftp://example.org/a", "http://",
            "https:///a.jpg", "mailto:a@example.org",
        ])
    func dropsOtherSchemes(text: String) {
        #expect(resolve(text) == nil)
    }

    @Test(
        "resolves simple addresses as Foundation does",
        arguments: ["a", "a/b.c", "a.b/c-d_e~f", "a./b", "http://h.example/a.b", "https://h/x"],
        ["http://example.org", "http://example.org/", "http://example.org/a", "https://h:81/a/b/../c/d?e/f#g"])
    func matchesFoundation(text: String, base: String) throws {
        let document = try #require(URL(string: base))
        let foundation = URL(string: text, relativeTo: document)?.absoluteString
        #expect(resolve(text, base: base) == foundation)
    }
}
