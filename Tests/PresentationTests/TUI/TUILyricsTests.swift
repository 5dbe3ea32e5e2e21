import FermataDomain
import FermataPresentation
import Foundation
import Testing

@Suite("Jumping to a line of lyrics in the TUI")
struct TUILyricsJumpTests {
    private func session() throws -> TUISession {
        var session = TUISession()
        session.lyrics = Lyrics([LyricLine("(intro)")] + (try FLOLyrics()).lyrics.lines)
        session.start()
        session.press("L")
        session.clearRequested()
        return session
    }

    @Test(
        "Enter moves the playback to the selected line, playing or paused",
        arguments: [.playing, .paused] as [PlayerStatus.State])
    func jumps(state: PlayerStatus.State) throws {
        var session = try session()
        session.send(TUIPlayerTests.changed(state, at: 0))
        session.press(.down, .enter, .end, .enter)
        #expect(
            session.requested == [
                .player(.seek(to: .milliseconds(16_200))), .player(.seek(to: .milliseconds(180_500))),
            ])
    }

    @Test("a line without a time does nothing")
    func ignoresUntimedLine() throws {
        var session = try session()
        session.send(TUIPlayerTests.changed(at: 0))
        session.press(.enter)
        #expect(session.requested == [] && session.statusText == "Updated just now")
    }

    @Test("says that the song is not playing, if it is stopped or another one plays")
    func explainsSilence() throws {
        let events = [
            TUIPlayerTests.changed(.stopped), TUIPlayerTests.changed(song: TUISession.song(1, "Fame")),
            TUIPlayerTests.changed(song: nil),
        ]
        for event in events {
            var session = try session()
            session.send(event)
            session.press(.down, .enter)
            #expect(session.requested == [])
            #expect(session.statusText == "This song is not playing. Press p to play it.")
        }
    }
}

@Suite("Lyrics in the TUI")
struct TUILyricsTests {
    private static let song = TUISession.song(0, "Changes")

    private func session(
        _ lyrics: Lyrics = Lyrics([
            LyricLine("(intro)"), LyricLine(time: .seconds(16), "Still don't know"),
            LyricLine(time: .seconds(20), "what I was waiting for"), LyricLine(time: .seconds(83), ""),
        ]), columns: Int = 80, rows: Int = 24
    ) -> TUISession {
        var session = TUISession(columns: columns, rows: rows)
        session.lyrics = lyrics
        session.start()
        return session
    }

    private func played(_ seconds: Int, _ music: Music = song) -> TUIEvent {
        .playerChanged(
            NowPlayingModel(
                NowPlaying(status: PlayerStatus(state: .playing, elapsed: .seconds(seconds)), song: music)),
            lyrics: nil)
    }

    @Test("opens from a list, from the details and with the artist's tracks", arguments: ["L", "iL", "lL"])
    func opensLyrics(keys: String) {
        var session = session()
        session.type(keys)
        #expect(session.screen.title == "Changes by David Bowie")
        #expect(
            session.lines.prefix(5) == [
                "> (intro)", "  0:16|Still don't know", "  0:20|what I was waiting for", "  1:23", "",
            ])
        #expect(session.position == "1 of 4")
        #expect(session.screen.columns.map(\.column.key) == ["current", "time", "text"])
        session.press(.escape)
        #expect(session.screen.title != "Changes by David Bowie")
    }

    @Test("says that a song has no lyrics, and that they are loading")
    func showsEmptyText() {
        var session = session(.none)
        session.repliesAtOnce = false
        session.press("L")
        #expect(session.lines.allSatisfy(\.isEmpty) && session.statusText == "Loading…")
        session.reply()
        #expect(session.lines.first == "This song has no lyrics." && session.position == "")
        session.press(.down, .up)
        #expect(session.lines.first == "This song has no lyrics.")
    }

    @Test("marks the line that is sung, and selects it while it was selected before")
    func followsPlayback() {
        var session = session()
        session.press("L")
        session.send(played(0))
        #expect(session.selectedLine == "> (intro)")
        session.send(played(16))
        #expect(session.selectedLine == "> ▶|0:16|Still don't know")
        session.send(played(21))
        #expect(session.selectedLine == "> ▶|0:20|what I was waiting for")
        #expect(session.lines[1] == "  0:16|Still don't know")
        session.press(.up, .up)
        session.send(played(90))
        #expect(session.selectedLine == "> (intro)" && session.lines[3] == "  ▶|1:23")
        session.press(.end)
        session.send(played(17))
        #expect(session.selectedLine == "> ▶|0:16|Still don't know")
        session.send(.playerChanged(NowPlayingModel(NowPlaying()), lyrics: nil))
        #expect(session.selectedLine == "> 0:16|Still don't know")
    }

    @Test("marks the line at once if the song is already played, and none of another song")
    func marksPlayedSong() {
        var session = session()
        session.send(played(21))
        session.press("L")
        #expect(session.selectedLine == "> ▶|0:20|what I was waiting for")
        session.send(played(21, TUISession.song(1, "Fame")))
        #expect(session.selectedLine == "> 0:20|what I was waiting for")
    }

    @Test("a long line is wrapped, and selected as one")
    func wrapsLongLine() {
        let long = String(repeating: "a", count: 100) + "b"
        var session = session(
            Lyrics([LyricLine(time: .seconds(1), "x"), LyricLine(time: .seconds(2), long), LyricLine("y")]))
        session.press("L", .down)
        let width = session.screen.columns.last?.width ?? 0
        let wrapped = [String(repeating: "a", count: width), String(repeating: "a", count: 100 - width) + "b"]
        #expect(session.lines.prefix(4) == ["  0:01|x", "> 0:02|\(wrapped[0])", "> \(wrapped[1])", "  y"])
        session.press(.down)
        #expect(session.selectedLine == "> y")
        session.send(.resized(columns: 200, rows: 24))
        #expect(session.lines.prefix(3) == ["  0:01|x", "  0:02|" + long, "> y"])
    }

    @Test("scrolls with the selection, with the wheel and with the playback")
    func scrollsLyrics() {
        var session = session(
            Lyrics((0..<60).map { LyricLine(time: .seconds($0), "line \($0)") }), columns: 80, rows: 24)
        session.press("L")
        let height = session.screen.lines.count
        session.press(.end)
        #expect(session.selectedLine == "> 0:59|line 59" && session.lines.last == session.selectedLine)
        session.press(.home)
        #expect(session.lines.first == "> 0:00|line 0")
        session.send(.wheel(3))
        #expect(session.lines.first == "> 0:03|line 3")
        session.send(.wheel(-30))
        #expect(session.lines[3] == "> 0:03|line 3" && session.lines.first == "  0:00|line 0")
        session.send(.click(line: 5))
        #expect(session.selectedLine == "> 0:05|line 5")
        session.press(.pageDown)
        #expect(session.position == "\(6 + height / 2 * 2) of 60")
        session.press(.home)
        session.send(played(0), played(40))
        #expect(session.selectedLine == "> ▶|0:40|line 40")
        #expect(session.lines[height / 2] == session.selectedLine)
        session.send(.resized(columns: 80, rows: 12))
        #expect(session.selectedLine == "> ▶|0:40|line 40")
    }

    @Test("the song's other actions work on its lyrics")
    func offersActions() {
        var session = session()
        session.press("L")
        #expect(session.screen.hints == "? keys  q quit  p play  A queue  Esc back  o artist  b bookmark  y playlist")
        session.clearRequested()
        session.press("b", "L", .enter)
        #expect(session.requested == [.setBookmark(true, of: MusicCellModel(Self.song))])
        var bookmarked = Self.song
        bookmarked.isBookmarked = true
        session.send(.bookmarkSet(MusicCellModel(bookmarked)))
        session.clearRequested()
        session.press("b")
        #expect(session.requested == [.setBookmark(false, of: MusicCellModel(bookmarked))])
        session.press(.function(6), "L", "?", "L")
        #expect(session.screen.title == "Keys")
    }

    @Test("reads the lyrics again when the library has changed; the selection stays")
    func readsAgain() {
        var session = session()
        session.press("L", .down, .down)
        session.lyrics = Lyrics([LyricLine("new"), LyricLine("lines")])
        session.send(.libraryChanged)
        #expect(session.lines.prefix(2) == ["  new", "> lines"])
    }

    @Test("scrolls only if the selected line is not visible, and not past the last line")
    func scrollsToSelection() {
        var session = session(Lyrics((0..<60).map { LyricLine(time: .seconds($0), "line \($0)") }))
        session.press("L")
        for _ in 1..<60 {
            session.press(.down)
            #expect(session.selectedLine != nil)
        }
        #expect(session.lines.count == 19 && session.lines.last == "> 0:59|line 59")
        for _ in 1..<19 { session.press(.up) }
        #expect(session.lines.first == "> 0:41|line 41" && session.lines.last == "  0:59|line 59")
        session.press(.home)
        session.send(.wheel(100))
        #expect(session.lines.first == "> 0:41|line 41")
        session.press(.end)
        session.send(.resized(columns: 80, rows: 12), .resized(columns: 80, rows: 24))
        #expect(session.lines.first == "  0:41|line 41" && session.lines.last == "> 0:59|line 59")
    }

    @Test("shows the selection in fewer columns, and scrolls by parts of a wrapped line")
    func scrollsWrappedLines() {
        let line = LyricLine(String(repeating: "a", count: 100) + "b")
        var session = session(Lyrics(Array(repeating: line, count: 60)), columns: 200)
        session.press("L", .end)
        session.send(.resized(columns: 80, rows: 24))
        #expect(session.selectedLine != nil)
        session.press(.home)
        session.send(.wheel(1))
        #expect(session.lines.first?.hasSuffix("b") == true && session.lines.first == session.selectedLine)
    }

    @Test("shows the selected line in one row")
    func showsOneLine() {
        var session = session(rows: 1)
        session.press("L")
        #expect(session.lines == ["> (intro)"])
        session.press(.down)
        #expect(session.lines == ["> 0:16|Still don't know"])
    }
}
