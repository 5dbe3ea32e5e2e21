import FermataDomain

/// The audio of a song, as the pages play it.
public struct AudioModel: Equatable, Sendable {
    public let address: PageAddress
    /// How many seconds have to be heard until that counts as a play.
    public let secondsUntilPlayed: Int

    /// Returns nil for a song without audio.
    init?(_ music: Music) {
        guard music.audioURL != nil || music.isDownloaded else { return nil }
        address = .api("/music/\(music.id)/audio")
        let (seconds, fraction) = music.playThreshold.components
        secondsUntilPlayed = Int(seconds) + (fraction > 0 ? 1 : 0)
    }
}

extension MusicCellModel {
    /// Nil without audio.
    public var audio: AudioModel? { AudioModel(music) }
}

extension DownloadCellModel {
    /// Nil without audio.
    public var audio: AudioModel? { AudioModel(download.music) }
}
