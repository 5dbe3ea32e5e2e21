import FermataDomain
import Testing

@Suite("Lyrics")
struct LyricsTests {
    private static let song = Lyrics([
        LyricLine(time: .seconds(16), "we wish you"), LyricLine(time: .milliseconds(18_300), "a merry christmas"),
        LyricLine("(all)"), LyricLine(time: .seconds(61), ""),
    ])

    @Test(
        "the current line is the last that has started; none is before the first",
        arguments: [
            (0, nil), (15_999, nil), (16_000, 0), (18_299, 0), (18_300, 1), (60_999, 1), (61_000, 3), (9_000_000, 3),
        ] as [(Int, Int?)])
    func findsCurrentLine(milliseconds: Int, line: Int?) {
        #expect(Self.song.currentLine(at: .milliseconds(milliseconds)) == line)
    }

    @Test("of lines that begin together the last is current")
    func lastOfSimultaneousLines() {
        let lyrics = Lyrics([LyricLine(time: .seconds(1), "a"), LyricLine(time: .seconds(1), "b")])
        #expect(lyrics.currentLine(at: .seconds(1)) == 1)
    }

    @Test("lyrics without times have no current line", arguments: [Lyrics.none, Lyrics([LyricLine("a")])])
    func untimedLyricsHaveNoCurrentLine(lyrics: Lyrics) {
        #expect(lyrics.currentLine(at: .seconds(100)) == nil)
        #expect(!lyrics.isTimed)
        #expect(Self.song.isTimed)
    }

    @Test("only lyrics without lines are empty")
    func onlyLyricsWithoutLinesAreEmpty() {
        #expect(Lyrics.none.isEmpty)
        #expect(!Lyrics([LyricLine("")]).isEmpty)
    }

    @Test("sorts lines by time; a line without time stays after the line it followed")
    func sortsLines() {
        let lyrics = Lyrics([
            LyricLine("title"), LyricLine(time: .seconds(9), "c"), LyricLine("after c"),
            LyricLine(time: .seconds(2), "a"), LyricLine("after a"), LyricLine(time: .seconds(9), "d"),
            LyricLine(time: .seconds(2), "b"),
        ])
        #expect(lyrics.lines.map(\.text) == ["title", "a", "after a", "b", "c", "after c", "d"])
    }

    @Test("a positive offset lets lines begin earlier, but not before the song", arguments: [-500, 0, 500, 2_000])
    func appliesOffset(milliseconds: Int) {
        let lines = [LyricLine("a"), LyricLine(time: .seconds(1), "b"), LyricLine(time: .seconds(3), "c")]
        let lyrics = Lyrics(lines, offset: .milliseconds(milliseconds))
        let expected = [1_000, 3_000].map { Duration.milliseconds(max(0, $0 - milliseconds)) }
        #expect(lyrics.lines.map(\.time) == [nil] + expected)
        #expect(lyrics.lines.map(\.text) == ["a", "b", "c"])
    }

    @Test("finds the same line as a search of all lines, for every order of times and gaps")
    func findsSameLineAsLinearSearch() {
        for number in 0..<1_024 {
            let lyrics = Lyrics(
                (0..<5).map { position in
                    let digit = number >> (2 * position) & 3
                    return LyricLine(time: digit == 0 ? nil : .seconds(digit), "\(position)")
                })
            for elapsed in (0...4).map(Duration.seconds) {
                let expected = lyrics.lines.lastIndex { line in line.time.map { $0 <= elapsed } ?? false }
                #expect(lyrics.currentLine(at: elapsed) == expected)
            }
            let times = lyrics.lines.compactMap(\.time)
            #expect(times == times.sorted())
        }
    }
}
