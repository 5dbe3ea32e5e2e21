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
