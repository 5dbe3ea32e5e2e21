import FermataContracts
import FermataData
import FermataDomain
import Foundation
import Testing

@Suite("Reading lyrics")
struct LRCParserTests {
    private func lines(_ text: String) -> [LyricLine] { Lyrics(lrc: text).lines }

    @Test(
        "reads a time code in each of its forms",
        arguments: [
            ("[00:16:200]", 16_200), ("[00:16.20]", 16_200), ("[00:16.2]", 16_200), ("[00:16.023]", 16_023),
            ("[00:16.02]", 16_020), ("[00:16:02]", 16_020), ("[01:16]", 76_000), ("[1:05]", 65_000),
            ("[00:5.5]", 5_500), ("[75:59.999]", 4_559_999), ("[99999:00]", 5_999_940_000), ("[00:00]", 0),
        ])
    func readsTimeCode(code: String, milliseconds: Int) {
        #expect(lines("\(code)text") == [LyricLine(time: .milliseconds(milliseconds), "text")])
    }

    @Test(
        "a malformed code is text",
        arguments: [
            "[00:60.00]a", "[00:016]a", "[100000:00]a", "[00:16", "[00:16.]a", "[00:16.1234]a", "[00:16.20", "[:16]a",
            "[00:]a", "[]a", "[", "[-1:00]a", "[00 16]a", "[00:16,20]a", "[0x:16]a", "a[00:16]", "[[00:16]]",
            "[٠٠:١٦]a",
            "[01:02:03.45]a",
        ])
    func malformedCodeIsText(line: String) {
        #expect(lines(line) == [LyricLine(line)])
        #expect(lines("[00:01]b\n\(line)") == [LyricLine(time: .seconds(1), "b"), LyricLine(line)])
    }

    @Test(
        "drops the time codes of words",
        arguments: [
            ("<00:12.04>We <00:12.50>wish<00:13>", "We wish"), ("<00:12.04> We <00:12.50> wish <00:13>", "We wish"),
            ("W<00:12>e", "We"), ("a <3 b <00:60> <b>", "a <3 b <00:60> <b>"),
        ])
    func dropsWordCodes(text: String, expected: String) {
        #expect(lines("[00:12]\(text)") == [LyricLine(time: .seconds(12), expected)])
        #expect(lines(text) == [LyricLine(text)])
    }

    @Test("a line with several codes is sung at each of them, sorted by time")
    func repeatsLineForEachCode() {
        let text = "[00:05.00] [00:01.00]chorus\n[00:03]verse"
        #expect(
            lines(text) == [
                LyricLine(time: .seconds(1), "chorus"), LyricLine(time: .seconds(3), "verse"),
                LyricLine(time: .seconds(5), "chorus"),
            ])
    }

    @Test(
        "drops ID tags, in any case and several on a line",
        arguments: [
            "[ar:Björk]", "[ti:Jóga][al:Homogenic]", "[BY: x] ", "[length: 03:40]", "[#:note]", "[offset:x]", "[re:]",
        ])
    func dropsTags(tags: String) {
        #expect(lines("\(tags)\n\n[00:01]a") == [LyricLine(time: .seconds(1), "a")])
        #expect(lines("\(tags)\n\na\n") == [LyricLine("a")])
        #expect(lines("\(tags)a") == [LyricLine("a")])
        #expect(lines("\(tags) a") == [LyricLine("a")])
        #expect(lines("a\n\(tags)\nb") == [LyricLine("a"), LyricLine("b")])
    }

    @Test(
        "other text in brackets is text", arguments: ["[Chorus: all]", "[Chorus]", "[ar Björk]", "[ar:Björk", "[:a]"])
    func bracketsAreText(line: String) {
        #expect(lines(line) == [LyricLine(line)])
    }

    @Test(
        "a positive offset lets lines begin earlier; an invalid one is ignored",
        arguments: [
            ("+500", 9_500), ("500", 9_500), (" -500 ", 10_500), ("0", 10_000), ("20000", 0), ("3600001", 10_000),
            ("-3600000", 3_610_000), ("x", 10_000), ("", 10_000), ("9223372036854775808", 10_000),
            ("-9223372036854775808", 10_000),
        ])
    func readsOffset(offset: String, milliseconds: Int) {
        let time = Duration.milliseconds(milliseconds)
        #expect(lines("[offset:\(offset)]\n[00:10]a") == [LyricLine(time: time, "a")])
        #expect(lines("[00:10]a\n[offset:\(offset)]") == [LyricLine(time: time, "a")])
    }

    @Test("lines end with LF, CRLF or CR; a byte-order mark is dropped", arguments: ["\n", "\r\n", "\r"])
    func readsLineEnds(end: String) {
        let text = "\u{FEFF}[00:01]a\(end)[00:02]b \(end)\(end)c\(end)"
        #expect(
            lines(text) == [
                LyricLine(time: .seconds(1), "a"), LyricLine(time: .seconds(2), "b"), LyricLine("c"),
            ])
    }

    @Test("line ends may differ within a text")
    func acceptsMixedLineEnds() {
        #expect(lines("a\rb\nc\r\nd\n\re").map(\.text) == ["a", "b", "c", "d", "", "e"])
    }

    @Test("plain text has its stanzas and indentation, without empty lines around it")
    func readsPlainText() {
        #expect(lines("\n \na \n\n  b\n\t\n").map(\.text) == ["a", "", "  b"])
        #expect(lines("a").map(\.time) == [nil])
    }

    @Test(
        "text without a line of text is empty", arguments: ["", "\u{FEFF}", "\n\r\n \t", "[ar:Björk]\n", "[offset:1]"])
    func readsNothing(text: String) {
        #expect(Lyrics(lrc: text) == .none)
    }

    @Test("beside timed lines, an empty line is dropped unless it has a time")
    func readsGaps() {
        let text = "[00:01]  a \n\n[00:02]\n   \nb"
        #expect(
            lines(text) == [LyricLine(time: .seconds(1), "a"), LyricLine(time: .seconds(2), ""), LyricLine("b")])
    }

    @Test("text is not changed otherwise")
    func keepsText() {
        #expect(lines("[00:01]Zeit\u{0}\u{1B}[31m 👩‍👩‍👧 \u{202E}x").map(\.text) == ["Zeit\u{0}\u{1B}[31m 👩‍👩‍👧 \u{202E}x"])
        #expect(lines("[00:01]\u{FEFF}a").map(\.text) == ["\u{FEFF}a"])
    }

    @Test("lyrics that a library stores as text have the same times")
    func storesTimes() async throws {
        let factory = try #require(Repositories.lyrics.first)
        let (music, stored) = try await factory.make(LibrarySeed([RemoteMusic(key: "1", title: "Jóga")]))
        let id = try #require(try await music.all().first).id
        let times = [0, 5, 59_090, 61_005, 6_000_070].map { Duration.milliseconds($0) }
        let lyrics = Lyrics(times.map { LyricLine(time: $0, "a") })
        try await stored.store(lyrics, of: id)
        #expect(try await stored.lyrics(of: id, allowing: .all) == lyrics)
    }

    @Test("reads the 49 lines of the FLO document")
    func readsFLO() throws {
        struct Song: Decodable { let lyrics: String }
        let song = try JSONDecoder().decode(Song.self, from: Data(PackageResources.flo_song_json))
        let lyrics = Lyrics(lrc: song.lyrics)
        #expect(lyrics.lines.count == 49)
        #expect(lyrics.lines.allSatisfy { $0.time != nil && !$0.text.contains("[") })
        #expect(lyrics.lines.first == LyricLine(time: .milliseconds(16_200), "we wish you a merry christmas"))
        #expect(lyrics.currentLine(at: .milliseconds(16_199)) == nil)
        #expect(lyrics.currentLine(at: .milliseconds(23_600)) == 3)
        #expect(lyrics.currentLine(at: .seconds(198)) == 48)
    }

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
        "reads repeated fragments in linear time", .timeLimit(.minutes(3)),
        arguments: [
            "[", "[ar:", "[ar:x]", "[00:01", "[00:01] ", "\r", "\n", " ", "\t[", "[offset:1]", "]", "[:", "\r\n",
        ])
    func readsFragmentsQuickly(fragment: String) {
        let text = String(repeating: fragment, count: 1 << 20 / fragment.utf8.count)
        #expect(Lyrics(lrc: text).lines.count <= 50_000)
    }

    @Test("reads the line after random text, and sorts times")
    func readsLineAfterRandomText() {
        let fragments = [
            "[", "]", ":", ".", "00", "7", "61", "[00:01]", "[12:34.5]", "[01:02:003]", "[ar:", "[offset:-9]", "\n",
            "\r",
            "\r\n", " ", "\t", "텍", "\u{FEFF}", "\u{0}", "é",
        ]
        var random = SeededGenerator(14)
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
