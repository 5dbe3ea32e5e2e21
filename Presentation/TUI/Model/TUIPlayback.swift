package import FermataDomain

/// The song that is played, and where its playback is.
package struct TUIPlayback: Equatable, Sendable {
    package let music: MusicID
    package let elapsed: Duration

    package init(of music: MusicID, at elapsed: Duration) {
        (self.music, self.elapsed) = (music, elapsed)
    }

    /// Where the playback of a song is; nil if another song is played.
    func elapsed(of music: MusicID) -> Duration? { music == self.music ? elapsed : nil }
}
