import FermataDomain
import FermataPresentation
import Foundation
import Testing

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
