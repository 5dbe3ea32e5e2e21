import FermataDomain
import FermataPresentation
import Foundation
import Testing

@Suite("The player screen of the TUI")
struct TUIPlayerScreenTests {
    private let flo: FLOLyrics

    init() throws { flo = try FLOLyrics() }

    private func session(columns: Int = 80, rows: Int = 24) -> TUISession {
        var session = TUISession(columns: columns, rows: rows)
        session.lyrics = flo.lyrics
        session.start()
        return session
    }

    private func played(_ milliseconds: Int, _ state: PlayerStatus.State = .playing, _ song: Music? = nil) -> TUIEvent {
        let song = song ?? flo.music
        let status = PlayerStatus(
            state: state,
            queue: PlayQueue(entries: [.init(number: 0, song: song.id)], index: 0, repetition: .off, isShuffled: false),
            elapsed: .milliseconds(milliseconds), duration: .seconds(198))
        return .playerChanged(
            PlaybackFixture.model(status, song: song), lyrics: flo.lyricsScreen(atMilliseconds: milliseconds))
    }

    /// The lyrics of the screen, with a mark before the emphasized line.
    private func lyrics(_ session: TUISession) -> [String] {
        session.screen.lines.dropFirst(7).compactMap { line in
            switch line {
            case .text(let text, .heading): "▶ " + text
            case .text(let text, .aside): text
            default: nil
            }
        }
    }

    @Test("w shows the song, its time, its bar and its lyrics")
    func showsPlayer() {
        var session = session()
        session.send(played(16_199))
        session.press("w")
        #expect(session.screen.title == "Player" && session.screen.artwork?.music == flo.music.id)
        #expect(
            session.lines.prefix(9) == [
                "We Wish You A Merry Christmas", "챔버오케스트라, 캐롤 모음", "",
                "▶ 0:16 ━━━" + String(repeating: "─", count: 36) + " 3:18", "", "1 of 1", "",
                "we wish you a merry christmas", "we wish you a merry christmas",
            ])
        #expect(!lyrics(session).contains { $0.hasPrefix("▶") } && lyrics(session).count == 12)
        #expect(session.screen.hints == "? keys  q quit  Esc back  o artist  b bookmark  y playlist  L lyrics  P pause")
        #expect(session.position == "")
        session.press("w", .escape)
        #expect(session.screen.title == "Music by title")
    }

    @Test("b bookmarks the song that plays, L shows its lyrics, and p and A change nothing")
    func actsOnSong() {
        var session = session()
        session.send(played(16_200, .paused))
        session.press("w")
        session.clearRequested()
        session.press("b")
        #expect(session.requested == [.setBookmark(true, of: MusicCellModel(flo.music))])
        var bookmarked = flo.music
        bookmarked.isBookmarked = true
        session.send(.bookmarkSet(MusicCellModel(bookmarked)))
        #expect(session.lines[5] == "1 of 1, bookmarked")
        session.clearRequested()
        session.press("p", "A", "b")
        #expect(session.requested == [.setBookmark(false, of: MusicCellModel(bookmarked))])
        session.clearRequested()
        session.press("L")
        #expect(session.loads.map(\.source) == [.lyrics(flo.music.id)])
    }

    @Test(
        "follows the FLO song: the current line is emphasized, if possible in the middle",
        arguments: [
            (16_200, 0, "we wish you a merry christmas"), (36_500, 5, "good tidings we bring"),
            (46_600, 5, "Oh, bring us some figgy pudding"), (180_500, 11, "and a happy new year"),
        ])
    func followsLyrics(milliseconds: Int, line: Int, text: String) {
        var session = session()
        session.press("w")
        session.send(played(milliseconds))
        #expect(lyrics(session).enumerated().filter { $0.element.hasPrefix("▶ ") }.map(\.offset) == [line])
        #expect(lyrics(session)[line] == "▶ " + text)
    }

    @Test("says what to do without a queue, and that the queue has ended")
    func showsNothingToPlay() {
        var session = session()
        session.press("w")
        #expect(session.lines.first == "Nothing to play. Press p on a song.")
        session.send(TUIPlayerTests.changed(.stopped, at: 0, queue: PlaybackFixture.queue(at: nil, .all), song: nil))
        #expect(session.lines.prefix(5) == ["The queue has ended.", "", "■ 0:00", "", "repeat all"])
        #expect(session.screen.artwork == nil)
        session.send(.libraryChanged)
        #expect(session.lines.first == "The queue has ended.")
    }

    @Test("what plays is read again after a change of the library or an undo")
    func readsPlayerAgain() {
        var session = session()
        let undone = TUIEvent.undone(.bookmark, .song(flo.music))
        for event in [TUIEvent.libraryChanged, undone] { session.send(event) }
        #expect(!session.requested.contains(.readPlayer))
        session.send(played(1_000, .paused))
        for event in [TUIEvent.libraryChanged, undone] {
            session.clearRequested()
            session.send(event)
            #expect(session.requested.count { $0 == .readPlayer } == 1)
        }
    }

    @Test("long titles and lyrics are wrapped, and the current line stays visible")
    func wrapsLongText() {
        var session = session()
        let music = Music(
            id: MusicID(1), title: String(repeating: "t", count: 60), artist: String(repeating: "a", count: 60))
        let lines = (0..<20).map { LyricLine(time: .seconds($0), String(repeating: "\($0 % 10)", count: 120)) }
        let lyrics = LyricsScreen(MusicCellModel(music), lyrics: Lyrics(lines), elapsed: .seconds(10))
        session.press("w")
        let status = PlayerStatus(state: .playing, queue: PlaybackFixture.queue(at: 0), elapsed: .seconds(10))
        session.send(.playerChanged(PlaybackFixture.model(status, song: music), lyrics: lyrics))
        #expect(session.lines.allSatisfy { $0.count <= 52 })
        #expect(session.lines[0...1] == [String(repeating: "t", count: 52), String(repeating: "t", count: 8)])
        #expect(session.screen.lines.contains(.text(String(repeating: "0", count: 52), .heading)))
        #expect(session.lines.count == 19)
    }

    @Test("what was scrolled on a low screen is visible again on a higher one")
    func showsAllOnHigherScreen() {
        var session = session(rows: 8)
        session.press("w")
        session.send(TUIPlayerTests.changed())
        #expect(session.position == "1–4 of 7")
        session.send(played(16_200))
        #expect(session.position == "1–4 of 7")
        session.send(TUIPlayerTests.changed())
        session.press(.end)
        #expect(session.position == "4–7 of 7")
        session.send(.resized(columns: 80, rows: 24))
        #expect(session.lines.first == "Changes" && session.position == "")
    }

    @Test("a narrow screen has no bar")
    func hidesBar() {
        var session = session(columns: 13)
        session.press("w")
        session.send(played(99_000))
        #expect(session.lines.contains("▶ 1:39 3:18"))
        session.send(.resized(columns: 17, rows: 24))
        #expect(session.lines.contains("▶ 1:39 ━━── 3:18"))
    }

    @Test("starts with the first part of a wrapped line before any line is sung")
    func startsWithFirstPart() {
        var session = session(rows: 13)
        session.press("w")
        session.send(playedLongLines(0, from: 5))
        #expect(session.screen.lines.last == .text(String(repeating: "0", count: 80), .aside))
    }

    @Test(
        "shows a wrapped current line in the middle, or at the start or end of the lyrics",
        arguments: [(0, 0), (10, 6), (19, 10)])
    func showsWrappedLine(number: Int, index: Int) {
        var session = session(rows: 25)
        session.press("w")
        session.send(playedLongLines(number, from: 0))
        let lyrics = session.screen.lines.dropFirst(7)
        let digit = "\(number % 10)"
        let current = [52, 52, 16].map { TUILine.text(String(repeating: digit, count: $0), .heading) }
        #expect(lyrics.count == 13 && Array(lyrics.dropFirst(index).prefix(3)) == current)
    }

    /// Twenty lines of 120 characters, sung each second.
    private func playedLongLines(_ seconds: Int, from start: Int) -> TUIEvent {
        let music = Music(id: MusicID(1), title: "Changes", artist: "David Bowie")
        let lines = (0..<20).map { number in
            LyricLine(time: .seconds(start + number), String(repeating: "\(number % 10)", count: 120))
        }
        let status = PlayerStatus(state: .playing, queue: PlaybackFixture.queue(at: 0), elapsed: .seconds(seconds))
        return .playerChanged(
            PlaybackFixture.model(status, song: music),
            lyrics: LyricsScreen(MusicCellModel(music), lyrics: Lyrics(lines)))
    }
}
