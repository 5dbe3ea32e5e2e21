import FermataPresentation
import Testing
import FermataApp

@Suite("Rows as plain lines")
struct PlainRendererTests {
    @Test("a row is a line with tabs between its values")
    func printsRows() throws {
        let renderer = PlainRenderer<MusicCellModel>(fields: [.title, .duration, .bookmarked, .popularity, .explicit])
        let text = try rendered(renderer, [.song(isBookmarked: true), .song(title: "챔버", popularity: 0.5)])
        #expect(text == "Changes\t217\ttrue\t\tunknown\n챔버\t217\tfalse\t0.5\tunknown\n")
    }

    @Test("no rows are no lines")
    func printsNothing() throws {
        #expect(try rendered(PlainRenderer<MusicCellModel>(), []) == "")
    }

    @Test(
        "tabs and line breaks in values become spaces",
        arguments: ["a\tb", "a\nb", "a\rb", "a\u{B}b", "a\u{C}b", "a\u{85}b", "a\u{2028}b", "a\u{2029}b"])
    func replacesBreaks(title: String) throws {
        let renderer = PlainRenderer<MusicCellModel>(fields: [.title])
        #expect(try rendered(renderer, [.song(title: title)]) == "a b\n")
    }

    @Test("any row has one value per key and no control but its tabs")
    func escapesControls() throws {
        let everything = String(String.UnicodeScalarView(controls))
        let text = try rendered(PlainRenderer<MusicCellModel>(), [.song(title: everything, album: everything)])
        #expect(text.split(separator: "\t", omittingEmptySubsequences: false).count == MusicField.allCases.count)
        #expect(text.unicodeScalars.filter { controls.contains($0) && $0 != "\t" } == ["\n"])
    }
}
