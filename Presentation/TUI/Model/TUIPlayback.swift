package import FermataDomain

/// The playing song and its position.
package struct TUIPlayback: Equatable, Sendable {
    package let music: MusicID
    package let elapsed: Duration

    package init(of music: MusicID, at elapsed: Duration) {
        (self.music, self.elapsed) = (music, elapsed)
    }

    /// Returns the position of a song; nil if another song plays.
    func elapsed(of music: MusicID) -> Duration? { music == self.music ? elapsed : nil }
}
