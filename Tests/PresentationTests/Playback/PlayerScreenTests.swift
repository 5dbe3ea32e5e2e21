import FermataDomain
import FermataPresentation
import Foundation
import Testing

@Suite("The player screen")
struct PlayerScreenTests {
    @Test("before the first line, none is current, and the lyrics begin at their start")
    func showsNoCurrentLineBeforeFirst() throws {
        let flo = try FLOLyrics()
        #expect(flo.lyrics.lines.count == 49)
        for milliseconds in [0, 16_199] {
            let lines = flo.screen(atMilliseconds: milliseconds).lyricLines(5)
            #expect(lines.map(\.id) == [0, 1, 2, 3, 4] && !lines.contains(where: \.isCurrent))
        }
    }

    @Test(
        "the current line is in the middle, except near the start and the end",
        arguments: [
            (16_200, 0, 0), (18_299, 0, 0), (18_300, 1, 0), (21_100, 2, 0), (23_600, 3, 1), (36_500, 8, 6),
            (175_300, 46, 44), (177_900, 47, 44), (180_500, 48, 44), (999_000, 48, 44),
        ])
    func centersCurrentLine(milliseconds: Int, current: Int, first: Int) throws {
        let lines = try FLOLyrics().screen(atMilliseconds: milliseconds).lyricLines(5)
        #expect(lines.map(\.id) == Array(first..<first + 5))
        #expect(lines.filter(\.isCurrent).map(\.id) == [current])
    }

    @Test("follows each of the 49 lines from its time on")
    func followsEachLine() throws {
        let flo = try FLOLyrics()
        for line in flo.lyricsScreen(atMilliseconds: 0).rows {
            let milliseconds = try #require(line.milliseconds)
            let shown = flo.screen(atMilliseconds: milliseconds).lyricLines(3).filter(\.isCurrent)
            #expect(shown.map(\.id) == [line.id] && shown.first?.text == line.text)
            let before = flo.screen(atMilliseconds: milliseconds - 1).lyricLines(3).filter(\.isCurrent)
            #expect(before.map(\.id) == (line.id == 0 ? [] : [line.id - 1]))
        }
    }

    @Test("of an even number of lines, one more follows the current line than precedes it")
    func showsEvenNumber() throws {
        let screen = try FLOLyrics().screen(atMilliseconds: 36_500)
        #expect(screen.lyricLines(4).map(\.id) == [7, 8, 9, 10])
        #expect(screen.lyricLines(1).map(\.id) == [8])
        #expect(screen.lyricLines(0).isEmpty && screen.lyricLines(-1).isEmpty)
        #expect(screen.lyricLines(60).map(\.id) == Array(0..<49))
    }

    @Test("the line that is sung follows a note sign, or what is known of the lyrics")
    func showsSungLine() throws {
        #expect(try FLOLyrics().screen(atMilliseconds: 36_500).lyricText == "♪ good tidings we bring")
        let model = PlaybackFixture.model(PlayerStatus(queue: PlaybackFixture.queue(at: 0)))
        #expect(PlayerScreen(model).lyricText == "♪")
        let song = MusicCellModel(PlaybackFixture.changes)
        let none = LyricsScreen(song, lyrics: .none)
        #expect(PlayerScreen(model, lyrics: none).lyricText == "♪ This song has no lyrics.")
        let untimed = LyricsScreen(song, lyrics: Lyrics([LyricLine("a")]))
        #expect(
            PlayerScreen(model, lyrics: untimed).lyricText
                == "♪ The lyrics have no times. Read them with: fermata lyrics")
    }

    @Test(
        "its lyrics follow the player, except while it is stopped",
        arguments: [(PlayerStatus.State.playing, true), (.paused, true), (.stopped, false)])
    func followsPlayer(state: PlayerStatus.State, isFollowing: Bool) throws {
        let flo = try FLOLyrics()
        let status = PlayerStatus(state: state, queue: PlaybackFixture.queue(at: 0), elapsed: .seconds(30))
        let screen = PlayerScreen(
            PlaybackFixture.model(status, song: flo.music), lyrics: flo.lyricsScreen(atMilliseconds: 0))
        #expect(screen.lyricLines(5).contains(where: \.isCurrent) == isFollowing)
    }

    @Test("without lyrics there are no lines")
    func showsNoLines() {
        let model = PlaybackFixture.model(PlayerStatus(queue: PlaybackFixture.queue(at: 0)))
        #expect(PlayerScreen(model).lyricLines(5).isEmpty)
        let none = LyricsScreen(MusicCellModel(PlaybackFixture.changes), lyrics: .none, elapsed: .seconds(3))
        #expect(PlayerScreen(model, lyrics: none).lyricLines(5).isEmpty)
    }

    @Test(
        "the bar fills with the time",
        arguments: [(0, "────"), (54, "────"), (55, "━───"), (219, "━━━─"), (220, "━━━━"), (999, "━━━━")])
    func fillsBar(seconds: Int, bar: String) {
        let status = PlayerStatus(
            queue: PlaybackFixture.queue(at: 0), elapsed: .seconds(seconds), duration: .seconds(220))
        let screen = PlayerScreen(PlaybackFixture.model(status))
        #expect(screen.bar(4) == bar)
        #expect(screen.bar(0).isEmpty && screen.bar(-3).isEmpty && screen.bar(1).count == 1)
    }

    @Test("without a length there is no bar; the byline has what is known")
    func showsKnownParts() {
        let song = Music(id: MusicID(255), title: "Changes", album: "Hunky Dory")
        let status = PlayerStatus(queue: PlaybackFixture.queue(at: 0), elapsed: .seconds(9))
        let screen = PlayerScreen(PlaybackFixture.model(status, song: song))
        #expect(screen.bar(10).isEmpty && screen.byline == "Hunky Dory")
        #expect(PlayerScreen(PlaybackFixture.model(status)).byline == "David Bowie, Hunky Dory")
        #expect(PlayerScreen(PlaybackFixture.model(status, song: nil)).byline.isEmpty)
    }

    @Test("jumping to a line of the FLO song makes it the current one")
    func jumpsToLine() throws {
        var screen = try FLOLyrics().lyricsScreen(atMilliseconds: 0)
        for index in 0..<screen.count {
            screen.elapsed = screen.target(ofLine: index)
            #expect(screen.currentLine == index)
        }
    }
}

/// The songs and queues of playback tests.
enum PlaybackFixture {
    static let changes = Music(
        id: MusicID(255), title: "Changes", artist: "David Bowie", album: "Hunky Dory", duration: .seconds(217),
        artworkURL: "https://example.org/cover.jpg")

    /// A queue of five songs whose current song is at an index.
    static func queue(at index: Int?, _ repetition: PlayQueue.Repetition = .off, isShuffled: Bool = false) -> PlayQueue
    {
        let entries = (0..<5).map { PlayQueue.Entry(number: $0, song: MusicID(UInt64(255 + $0))) }
        return PlayQueue(entries: entries, index: index, repetition: repetition, isShuffled: isShuffled)
    }

    static func model(_ status: PlayerStatus, song: Music? = changes) -> NowPlayingModel {
        NowPlayingModel(NowPlaying(status: status, song: song))
    }
}

/// The lyrics of the demo's FLO document: 49 lines, the first one at 16.2 seconds.
struct FLOLyrics {
    private struct Song: Decodable {
        let title, singer, album, lyrics: String
        let duration: Int
    }

    let music: Music
    let lyrics: Lyrics

    init() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../App/Demo/CDemoCatalogue/flo.json")
        let song = try JSONDecoder().decode(Song.self, from: Data(contentsOf: file))
        music = Music(
            id: MusicID(1), title: song.title, artist: song.singer, album: song.album,
            duration: .seconds(song.duration))
        lyrics = Lyrics(
            try song.lyrics.split(separator: "\n").map { line in
                let match = try #require(line.firstMatch(of: /^\[(\d+):(\d+):(\d+)\](.*)$/)).output
                let (minutes, seconds) = (try #require(Int(match.1)), try #require(Int(match.2)))
                let milliseconds = try #require(Int(match.3))
                return LyricLine(
                    time: .milliseconds((minutes * 60 + seconds) * 1_000 + milliseconds), String(match.4))
            })
    }

    /// The player screen at a time of the song.
    func screen(atMilliseconds milliseconds: Int) -> PlayerScreen {
        let status = PlayerStatus(
            state: .playing,
            queue: PlayQueue(
                entries: [.init(number: 0, song: music.id)], index: 0, repetition: .off, isShuffled: false),
            elapsed: .milliseconds(milliseconds), duration: .seconds(198))
        return PlayerScreen(
            PlaybackFixture.model(status, song: music), lyrics: lyricsScreen(atMilliseconds: milliseconds))
    }

    func lyricsScreen(atMilliseconds milliseconds: Int) -> LyricsScreen {
        LyricsScreen(MusicCellModel(music), lyrics: lyrics, elapsed: .milliseconds(milliseconds))
    }
}
