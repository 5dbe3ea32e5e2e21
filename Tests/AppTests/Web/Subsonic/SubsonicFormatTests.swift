import FermataApp
import Foundation
import TestServer
import Testing

#if canImport(FoundationXML)
    import FoundationXML
#endif

@Suite("Story: names with any characters reach an app", .timeLimit(.minutes(3)))
struct SubsonicFormatTests {
    private static let titles = [
        "<script>&\"'>", "a\u{0}b\u{1B}[31m\u{8}", "one\ntwo\tthree\rfour", "\u{FFFE}\u{FFFF}", "\u{202E}evil",
        "👩‍👩‍👧 하나 العربية", "]]>", "&amp;", "é\u{301}",
    ]

    @Test("Given hostile titles, then the XML is well-formed and has what XML can contain")
    func escapes() async throws {
        let songs = try Self.titles.map { title in
            let fields: [String: any Sendable] = ["title": title, "singer": title, "album": title, "duration": 1]
            return String(decoding: try JSONSerialization.data(withJSONObject: fields), as: UTF8.self)
        }
        try await Program.withLibrary(of: .json(songs.joined(separator: "\n"))) { program, _ in
            try await program.addAccount("anna", password: "secret")
            try await InProcessServer.run(program) { served in
                let app = SubsonicApp(served: served)
                let query = "query=&songCount=500&albumCount=0&artistCount=0"
                let titles = try await app.list("searchResult3", "song", "search3", query).texts("title")
                let xml = try await served.get("/rest/search3?\(app.credentials)&v=1.16.1&c=test&\(query)")
                let reader = AttributeReader("title")
                let parser = XMLParser(data: xml.body)
                parser.delegate = reader
                #expect(parser.parse() && reader.values.count == Self.titles.count)
                #expect(reader.values == titles.map(Self.inXML))
                for id in try await app.list("searchResult3", "album", "search3", "query=&albumCount=500").texts("id") {
                    #expect(try await app.get("getAlbum", "id=\(id)").count > 1)
                }
            }
        }
    }

    @Test("Given addresses and names of all kinds, then a song has the suffix of its file and a safe path")
    func writesSuffixesAndPaths() async throws {
        let songs: [(title: String, artist: String, file: String, path: String, suffix: String?)] = [
            ("One", "Low", "https://example.org/a/b.MP3", "Low/Low/One.mp3", "mp3"),
            ("Two", "Low", "https://example.org:81/a/b.flac?x=y.mp3", "Low/Low/Two.flac", "flac"),
            ("Three", "Low", "https://example.org/a%20b.ogg", "Low/Low/Three.ogg", "ogg"),
            ("Four", "Low", "https://example.mp3", "Low/Low/Four", nil),
            ("Five", "Low", "https://example.org/a.mp3/b", "Low/Low/Five", nil),
            ("Six", "Low", "https://example.org/.mp3", "Low/Low/Six", nil),
            ("Ten", "Low", "http://example.org:8080/a-b/c_d.e.Opus", "Low/Low/Ten.opus", "opus"),
            ("Eleven", "Low", "https://example.org/..mp3", "Low/Low/Eleven", nil),
            ("Seven", "Low", "https://example.org/a.exe", "Low/Low/Seven", nil),
            (".Eight", "!!!", "https://example.org/사랑.opus", "!!!/!!!/_Eight.opus", "opus"),
            ("A/C\\D\u{7}\u{AD}\u{200B}é夜", "..", "https://example.org/a.b.wav", "_./_./A_C_D___é夜.wav", "wav"),
            ("Nine", "Low feat. Ann", "https://example.org/a.m4a", "Low/Low feat. Ann/Nine.m4a", "m4a"),
        ]
        let lines = try songs.map { song in
            let fields: [String: any Sendable] = [
                "title": song.title, "singer": song.artist, "album": song.artist, "file": song.file, "duration": 1,
            ]
            return String(decoding: try JSONSerialization.data(withJSONObject: fields), as: UTF8.self)
        }
        try await Program.withLibrary(of: .json(lines.joined(separator: "\n"))) { program, _ in
            try await program.addAccount("anna", password: "secret")
            try await InProcessServer.run(program) { served in
                let app = SubsonicApp(served: served)
                let query = "query=&songCount=500&albumCount=0&artistCount=0"
                let found = try await app.list("searchResult3", "song", "search3", query)
                #expect(Set(found.texts("title")) == Set(songs.map(\.title)))
                for song in found {
                    let expected = try #require(songs.first { $0.title == song["title"] as? String })
                    #expect(song["path"] as? String == expected.path)
                    #expect(song["suffix"] as? String == expected.suffix, "\(expected.file)")
                    let artists = try #require(song["artists"] as? [[String: any Sendable]])
                    #expect(artists.texts("name") == [expected.artist])
                    #expect(artists.texts("id") == ["\(song["artistId"] ?? "")"])
                    let ofAlbum = try #require(song["albumArtists"] as? [[String: any Sendable]])
                    #expect(ofAlbum.texts("name") == [expected.artist.replacing(" feat. Ann", with: "")])
                    #expect((ofAlbum.texts("id") == artists.texts("id")) == (expected.title != "Nine"))
                }
            }
        }
    }

    @Test("times have the form of ISO 8601 in UTC")
    func writesTimes() {
        let times = [
            0, 1, 59, 86_399, 86_400, 951_782_399, 951_782_400, 951_868_800, 951_868_799.9, 1_709_164_800,
            4_107_542_399, 4_107_542_400, 253_402_300_799, 253_402_300_799.5, 253_402_300_800, -1, -0.5,
            -62_135_596_801,
        ]
        let varied = (0..<20_000).map { Double($0) * 12_345_678.9 }
        for time in times + varied {
            let date = Date(timeIntervalSince1970: time)
            #expect(SubsonicDate.text(date) == date.formatted(.iso8601))
        }
    }

    /// Replaces the characters that XML cannot contain (XML 1.0, 2.2).
    private static func inXML(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            let isInvalid =
                (scalar.value < 0x20 && !"\t\n\r".unicodeScalars.contains(scalar)) || scalar.value >> 1 == 0x7FFF
            result.append(isInvalid ? "\u{FFFD}" : scalar)
        }
        return String(result)
    }
}

/// The values of an attribute in the order of a document.
private final class AttributeReader: NSObject, XMLParserDelegate {
    private let name: String
    private(set) var values: [String] = []

    init(_ name: String) { self.name = name }

    func parser(
        _ parser: XMLParser, didStartElement element: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        if let value = attributes[name] { values.append(value) }
    }
}
