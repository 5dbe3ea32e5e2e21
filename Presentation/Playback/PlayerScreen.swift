import FermataDomain

/// The player screen: the song, the position in it, and the lyrics around the current line.
///
/// The lyrics follow the playback.
package struct PlayerScreen: Equatable, Sendable {
    package let nowPlaying: NowPlayingModel
    private var lyrics: LyricsScreen?

    package init(_ nowPlaying: NowPlayingModel, lyrics: LyricsScreen? = nil) {
        (self.nowPlaying, self.lyrics) = (nowPlaying, lyrics)
        if !nowPlaying.isStopped { self.lyrics?.elapsed = nowPlaying.elapsed }
    }

    /// The artist and the album: `David Bowie, Hunky Dory`.
    package var byline: String { [nowPlaying.artist, nowPlaying.album].filter { !$0.isEmpty }.joined(separator: ", ") }

    /// The lines around the one that is sung, at most `count`: the current one in the middle if possible.
    ///
    /// Lyrics without times begin with their first line.
    package func lyricLines(_ count: Int) -> [LyricLineCellModel] {
        guard let lyrics, count > 0 else { return [] }
        let middle = lyrics.currentLine ?? 0
        let first = max(0, min(middle - (count - 1) / 2, lyrics.count - count))
        return (first..<min(first + count, lyrics.count)).map(lyrics.row)
    }

    /// The line that is sung, after a note sign.
    package var lyricText: String {
        guard let lyrics else { return "♪" }
        if lyrics.isEmpty { return "♪ " + lyrics.emptyText.commandLine }
        if !lyrics.isTimed { return "♪ The lyrics have no times. Read them with: fermata lyrics" }
        return ("♪ " + (lyrics.currentLine.map { lyrics.row(at: $0).text } ?? "")).onOneLine
    }

    /// A bar of a number of characters that shows how much was played: `━━━━────`. Empty if the length is unknown.
    package func bar(_ width: Int) -> String {
        guard let fraction = nowPlaying.fraction, width > 0 else { return "" }
        let played = Int((Double(width) * fraction).rounded(.down))
        return String(repeating: "━", count: played) + String(repeating: "─", count: width - played)
    }
}
