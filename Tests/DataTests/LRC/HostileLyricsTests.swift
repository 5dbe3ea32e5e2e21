import FermataData
import FermataDomain
import Testing

@Suite("Reading hostile lyrics")
struct HostileLyricsTests {
    @Test("ignores lines beyond its limit")
    func limitsLines() {
        #expect(Lyrics(lrc: String(repeating: "[00:01]a\n", count: 60_000)).lines.count == 50_000)
        #expect(Lyrics(lrc: String(repeating: "a\r", count: 60_000)).lines.count == 50_000)
    }

    @Test("ignores codes of a line beyond its limit")
    func limitsCodes() {
        let lyrics = Lyrics(lrc: String(repeating: "[00:01]", count: 50_000) + "text")
        #expect(lyrics.lines == Array(repeating: LyricLine(time: .seconds(1), "text"), count: 100))
    }

    @Test(
        "reads repeated fragments in linear time", .timeLimit(.minutes(1)),
        arguments: [
            "[", "[ar:", "[ar:x]", "[00:01", "[00:01] ", "\r", "\n", " ", "\t[", "[offset:1]", "]", "[:", "\r\n",
        ])
    func readsFragmentsQuickly(fragment: String) {
        let text = String(repeating: fragment, count: 4 << 20 / fragment.utf8.count)
        #expect(Lyrics(lrc: text).lines.count <= 50_000)
    }

    @Test("reads the line after random text, and sorts times")
    func readsLineAfterRandomText() {
        let fragments = [
            "[", "]", ":", ".", "00", "7", "61", "[00:01]", "[12:34.5]", "[01:02:003]", "[ar:", "[offset:-9]", "\n",
            "\r",
            "\r\n", " ", "\t", "텍", "\u{FEFF}", "\u{0}", "é",
        ]
        var random = SplitMix(state: 14)
        for _ in 0..<5_000 {
            let count = Int.random(in: 0...30, using: &random)
            let text = (0..<count).map { _ in fragments.randomElement(using: &random) ?? "" }.joined()
            let lyrics = Lyrics(lrc: text)
            let times = lyrics.lines.compactMap(\.time)
            #expect(times == times.sorted())
            #expect(lyrics.lines.allSatisfy { !$0.text.contains { $0 == "\n" || $0 == "\r" || $0 == "\r\n" } })
            // A line without brackets is text after any other lines.
            let marked = Lyrics(lrc: "[ti:x]\n\(text)\nend")
            #expect(marked.lines.contains { $0.text.hasSuffix("end") })
        }
    }
}
