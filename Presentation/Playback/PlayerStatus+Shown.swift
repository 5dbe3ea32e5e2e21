package import FermataDomain

extension PlayerStatus {
    /// Whether screens show the same for another status: the same second of the song and the same line of its lyrics.
    package func isShown(as other: PlayerStatus, with lyrics: LyricsScreen?) -> Bool {
        isSameExceptPosition(as: other) && elapsed.components.seconds == other.elapsed.components.seconds
            && lyrics?.line(at: elapsed) == lyrics?.line(at: other.elapsed)
    }
}

extension LyricsScreen {
    fileprivate func line(at elapsed: Duration) -> Int? {
        var screen = self
        screen.elapsed = elapsed
        return screen.currentLine
    }
}
