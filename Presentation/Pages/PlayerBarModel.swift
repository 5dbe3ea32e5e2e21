import FermataDomain

/// The texts of the player below every page. In some, `{title}` stands for the title of a song.
public enum PlayerBarModel {
    public static let title = "Player"
    public static let previous = "Previous"
    public static let play = "Play"
    public static let pause = "Pause"
    public static let next = "Next"
    public static let position = "Position"
    public static let lyrics = "Lyrics"
    public static let jumping = "Jump to lines"
    public static let queue = "Queue"
    public static let repeatOff = "Repeat"
    public static let repeatAll = "Repeat all"
    public static let repeatOne = "Repeat one"
    public static let shuffle = "Shuffle the rest"
    public static let clear = "Clear"
    public static let remove = "Remove {title}"
    public static let failed = "This browser cannot play “{title}”."
    /// The button that plays all rows of a list.
    public static let playAll = "Play all"
    /// The button that plays all songs of an album or an artist in a random order.
    public static let shuffleAll = "Shuffle"
    /// The button that adds all songs of an album or an artist to the queue, and the message after that.
    public static let addAll = "Add to queue"
    public static let added = "Added to the queue."
}

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
