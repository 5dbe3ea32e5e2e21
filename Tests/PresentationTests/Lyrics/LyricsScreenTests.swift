import FermataContracts
import FermataDomain
import FermataPresentation
import Testing

@Suite("The lyrics screen")
struct LyricsScreenTests {
    private let music = MusicCellModel(Music(id: MusicID(255), title: "Changes", artist: "David Bowie"))
    private let lyrics = Lyrics([
        LyricLine("Changes"), LyricLine(time: .milliseconds(16_200), "Still don't know"),
        LyricLine(time: .milliseconds(83_450), "what I was waiting for"), LyricLine(time: .seconds(3_723), ""),
    ])

    private func screen(at elapsed: Duration? = nil) -> LyricsScreen {
        LyricsScreen(music, lyrics: lyrics, elapsed: elapsed)
    }

    @Test("shows the song and a row for each line")
    func showsRows() {
        let screen = screen()
        #expect([screen.title, screen.artist] == ["Changes", "David Bowie"])
        #expect(screen.rows.map(\.text) == ["Changes", "Still don't know", "what I was waiting for", ""])
        #expect(screen.rows.map(\.timeText) == ["", "0:16", "1:23", "1:02:03"])
        #expect(screen.rows.map(\.timeCode) == ["", "[00:16.200]", "[01:23.450]", "[62:03.000]"])
        #expect(screen.rows.map(\.milliseconds) == [nil, 16_200, 83_450, 3_723_000])
        #expect(screen.rows.map(\.id) == [0, 1, 2, 3] && screen.count == 4)
        #expect(screen.isTimed && !screen.isEmpty)
    }

    @Test(
        "marks the current line and those before it",
        arguments: [
            (nil, nil, []), (0, nil, []), (16_199, nil, []), (16_200, 1, [0]), (83_449, 1, [0]), (83_450, 2, [0, 1]),
            (9_999_999, 3, [0, 1, 2]),
        ] as [(Int?, Int?, [Int])])
    func marksCurrentLine(milliseconds: Int?, current: Int?, past: [Int]) {
        let elapsed = milliseconds.map(Duration.milliseconds)
        var changed = screen(at: .seconds(20))
        changed.elapsed = elapsed
        for screen in [screen(at: elapsed), changed] {
            #expect(screen.currentLine == current)
            #expect(screen.rows.filter(\.isCurrent).map(\.id) == [current].compactMap(\.self))
            #expect(screen.rows.filter(\.isPast).map(\.id) == past)
        }
        #expect(screen(at: elapsed) == changed)
    }

    @Test("choosing a line jumps to its time, unless lines do not jump")
    func jumpsToLines() {
        var screen = screen()
        #expect((0..<5).map(screen.target) == [nil] + lyrics.lines.dropFirst().map(\.time) + [nil])
        screen.jumpsToLines = false
        #expect((0..<5).map(screen.target) == [nil, nil, nil, nil, nil])
    }

    @Test("a song without lyrics has a text for that")
    func showsEmptyText() {
        let screen = LyricsScreen(music, lyrics: .none, elapsed: .seconds(1))
        #expect(screen.isEmpty && !screen.isTimed && screen.rows.isEmpty && screen.currentLine == nil)
        #expect(screen.emptyText.commandLine == "This song has no lyrics.")
    }

    @Test("the command line shows a mark and a time code where they are requested")
    func printsLines() {
        let rows = screen(at: .seconds(20)).rows.prefix(3)
        func lines(_ timeCode: Bool, _ mark: Bool) -> [String] {
            rows.map { $0.lineText(showsTimeCode: timeCode, marksCurrent: mark) }
        }
        #expect(lines(false, false) == ["Changes", "Still don't know", "what I was waiting for"])
        #expect(lines(false, true) == ["  Changes", "▶ Still don't know", "  what I was waiting for"])
        #expect(lines(true, false)[0...1] == ["Changes", "[00:16.200]Still don't know"])
        #expect(lines(true, true)[1] == "▶ [00:16.200]Still don't know")
    }

    @Test("a row reads as one sentence")
    func readsAsSentence() {
        let labels = screen(at: .seconds(84)).rows.map(\.accessibilityLabel)
        #expect(
            labels == [
                "Changes", "Still don't know, at 16 seconds",
                "what I was waiting for, at 1 minute 23 seconds, current line", "at 1 hour 2 minutes 3 seconds",
            ])
        let start = LyricsScreen(music, lyrics: Lyrics([LyricLine(time: .zero, "a\nb")]))
        #expect(start.rows[0].accessibilityLabel == "a b, at the start")
    }

    @Test("every key of a line and of the screen has its value")
    func hasValues() {
        let screen = screen(at: .seconds(20))
        let values = screen.rows.prefix(2).map { row in LyricLineField.allCases.map(row.value) }
        #expect(
            values == [
                [.none, .text("Changes"), .flag(false)], [.integer(16_200), .text("Still don't know"), .flag(true)],
            ])
        #expect(
            LyricsField.allCases.dropLast().map(screen.value) == [
                .text("00000000000000ff"), .text("Changes"), .text("David Bowie"), .flag(true), .integer(1),
            ])
        let lines: [(FieldValue, String)] = [
            (.none, "Changes"), (.integer(16_200), "Still don't know"), (.integer(83_450), "what I was waiting for"),
            (.integer(3_723_000), ""),
        ]
        let objects = lines.map { [NamedValue("time", $0.0), NamedValue("text", .text($0.1))] }
        #expect(screen.value(of: .lines) == .objects(objects))
        #expect(LyricsScreen(music, lyrics: .none).value(of: .current) == .none)
    }
}

@Suite("Reading lyrics for a screen")
struct LyricsDataSourceTests {
    private func source(_ listener: Listener = .anyone) async throws -> (LyricsDataSource, [MusicID]) {
        let library = InMemoryMusicRepository(now: { TestTime().now })
        let songs = [
            RemoteMusic(key: "1", title: "Changes", artist: "David Bowie", lyrics: "a\nb"),
            RemoteMusic(key: "2", title: "Curse", lyrics: "c", explicit: .explicit),
        ]
        try await LibrarySeed(songs).fill(library, library, time: TestTime())
        let ids = try await library.all().map(\.id)
        let lyrics = LyricsDataSource(
            getMusic: GetMusicUsecase(repository: library, sources: library, listener: listener),
            getLyrics: GetLyricsUsecase(
                repository: library, sources: library, listener: listener, remote: { _ in nil }))
        return (lyrics, ids)
    }

    @Test("finds a song by the first characters of its id, and shows its lyrics at a time")
    func showsLyrics() async throws {
        let (lyrics, ids) = try await source()
        let screen = try await lyrics.screen(of: String(ids[0].description.prefix(12)), at: .seconds(1))
        #expect([screen.title, screen.artist] == ["Changes", "David Bowie"])
        #expect(screen.rows.map(\.text) == ["a", "b"] && screen.elapsed == .seconds(1))
        #expect(screen.music.id == ids[0])
    }

    @Test("a song that the listener may not see is not found")
    func hidesSong() async throws {
        let (lyrics, ids) = try await source(Listener(age: 12))
        #expect(try await lyrics.screen(of: ids[0].description).count == 2)
        await #expect(throws: MusicError.notFound(ids[1].description)) {
            try await lyrics.screen(of: ids[1].description)
        }
    }
}
