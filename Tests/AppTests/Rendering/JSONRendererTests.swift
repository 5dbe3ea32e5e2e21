import FermataDomain
import FermataPresentation
import Foundation
import Testing
import FermataApp

@Suite("Rows as JSON")
struct JSONRendererTests {
    @Test("rows are one array of objects with the requested keys in order")
    func printsRows() throws {
        let renderer = JSONRenderer<MusicCellModel>(
            fields: [.title, .id, .duration, .bookmarked, .popularity], for: .user)
        let text = try rendered(renderer, [.song(1, popularity: 3), .song(2, title: "Fame", isBookmarked: true)])
        #expect(
            text == """
                [
                {"title":"Changes","id":"0000000100000000","duration":217,"bookmarked":false,"popularity":3},
                {"title":"Fame","id":"0000000200000000","duration":217,"bookmarked":true,"popularity":null}
                ]

                """)
    }

    @Test("a web client gets no path on this computer")
    func hidesPathsFromWebClients() throws {
        let file = MusicCellModel(Music(id: MusicID(1), title: "Changes", audioURL: "file:///music/a.mp3"))
        let user = JSONRenderer<MusicCellModel>(fields: [.audio], for: .user)
        #expect(try rendered(user, [file]) == "[\n{\"audio\":\"file:///music/a.mp3\"}\n]\n")
        let client = JSONRenderer<MusicCellModel>(fields: [.audio], for: .webClient)
        #expect(try rendered(client, [file]) == "[\n{\"audio\":null}\n]\n")
    }

    @Test("no rows are an empty array")
    func printsEmptyArray() throws {
        #expect(try rendered(JSONRenderer<MusicCellModel>(for: .user), []) == "[]\n")
    }

    @Test("a row has every key by default")
    func printsAllKeys() throws {
        let object = try #require(parse(rendered(JSONRenderer<MusicCellModel>(for: .user), [.song()])).first)
        #expect(Set(object.keys) == Set(MusicField.allCases.map(\.rawValue)))
        #expect(object["artwork"] is NSNull)
    }

    @Test(
        "any text survives a round trip",
        arguments: [
            "", "\"", "\\", "a\"b\\c/d", "\u{8}\t\n\u{C}\r", "챔버오케스트라", "👩\u{200D}👧", "\u{10FFFF}", "12345678\"",
            "1234567\"8",
            "éééééééé\u{85}é", "\u{C2}\u{D8}\u{E2}", "a\0b", String(repeating: "x", count: 1000) + "\u{1B}",
        ])
    func roundTrips(title: String) throws {
        let text = try rendered(JSONRenderer<MusicCellModel>(fields: [.title], for: .user), [.song(title: title)])
        let parsed = try #require(parse(text).first?["title"] as? String)
        #expect(parsed.unicodeScalars.elementsEqual(title.unicodeScalars))
    }

    @Test("every control is escaped and survives a round trip")
    func escapesControls() throws {
        let titles = controls.flatMap { control in
            ["", "abc", "1234567", "한글"].map { $0 + String(Character(control)) + "z" }
        }
        let text = try rendered(
            JSONRenderer<MusicCellModel>(fields: [.title], for: .user), titles.map { .song(title: $0) })
        #expect(text.unicodeScalars.filter { controls.contains($0) && $0 != "\n" }.isEmpty)
        #expect(try parse(text).compactMap { $0["title"] as? String } == titles)
        #expect(text.contains(#""\u001bz""#))
        #expect(text.contains(#""\u202ez""#))
    }

    @Test(
        "numbers are as short as possible; NaN and infinity are null",
        arguments: [
            (0, "0"), (3, "3"), (-7, "-7"), (0.5, "0.5"), (1e15, "1000000000000000"), (1e300, "1e+300"),
            (1e-7, "1e-07"),
            (Double.nan, "null"), (-Double.infinity, "null"),
        ])
    func printsNumbers(popularity: Double, text: String) throws {
        let renderer = JSONRenderer<MusicCellModel>(fields: [.popularity], for: .user)
        #expect(try rendered(renderer, [.song(popularity: popularity)]) == "[\n{\"popularity\":\(text)}\n]\n")
    }

    @Test("integers of any size are exact", arguments: [0, 9, 10, 1_234_567_890, Int.max >> 1])
    func printsIntegers(seconds: Int) throws {
        let renderer = JSONRenderer<MusicCellModel>(fields: [.duration], for: .user)
        #expect(try rendered(renderer, [.song(seconds: seconds)]) == "[\n{\"duration\":\(seconds)}\n]\n")
    }

    private func parse(_ text: String) throws -> [[String: Any]] {
        try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
    }
}
