import FermataDomain
import FermataPresentation
import Testing
import FermataApp

@Suite("A map drawn in text")
struct TextMapTests {
    @Test("the map shows mark, name, edges in degrees and span")
    func drawsMap() throws {
        let centre = try #require(Coordinate(latitude: 37.5132, longitude: 127.1036))
        #expect(
            TextMap(MapModel(centre: centre, name: "Lotte Concert Hall")).lines == [
                "            37.5154° N",
                "┌─────────────────────────────────┐",
                "│·   ·   ·   ·   ·   ·   ·   ·   ·│",
                "│                                 │",
                "│·   ·   ·   ·   ·   ·   ·   ·   ·│",
                "│                                 │",
                "│·   ·   ·   ·   ·   ·   ·   ·   ·│",
                "│                                 │",
                "│·   ·   ·   ·   ·   ·   ·   ·   ·│",
                "│                                 │",
                "│·   ·   ·   ·   ◉ Lotte Concert …│",
                "│                                 │",
                "│·   ·   ·   ·   ·   ·   ·   ·   ·│",
                "│                                 │",
                "│·   ·   ·   ·   ·   ·   ·   ·   ·│",
                "│                                 │",
                "│·   ·   ·   ·   ·   ·   ·   ·   ·│",
                "│                                 │",
                "│·   ·   ·   ·   ·   ·   ·   ·   ·│",
                "└─────────────────────────────────┘",
                " ├──────────── 500 m ────────────┤",
                "127.1008° E 37.5110° N 127.1064° E",
            ])
    }

    @Test(
        "every line has the same width and is safe for any name",
        arguments: ["", "롯데콘서트홀 잠실 송파구", "\u{1B}[2J\u{202E}x"])
    func drawsAnyName(name: String) throws {
        let centre = try #require(Coordinate(latitude: -90, longitude: -180))
        let lines = TextMap(MapModel(centre: centre, name: name)).lines
        #expect(lines[1...19].map { DisplayWidth.of($0) } == Array(repeating: 35, count: 19))
        #expect(!lines.joined().contains("\u{1B}") && !lines.joined().contains("\u{202E}"))
    }
}
