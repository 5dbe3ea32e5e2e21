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
                    recording: RecordingID("b1a9c0e9-d987-4042-ae91-78d6a3267d69"))
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
}
