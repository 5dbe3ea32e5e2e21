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
    public static let cleared = "Cleared the queue."
    public static let remove = "Remove {title}"
    public static let removed = "Removed “{title}” from the queue."
    /// The handle that moves a song of the queue.
    public static let move = "Move {title} with the arrow keys, or remove it with Delete"
    /// The message after a song of the queue has moved.
    public static let moved = "“{title}” is now {place} of {count}."
    public static let star = "Bookmark this song"
    public static let rating = "Rating"
    public static let noRating = "No rating"
    public static let volume = "Volume"
    /// The button of a narrow window that shows all controls.
    public static let more = "More controls"
    /// The button of a narrow window that shows the other actions of a page.
    public static let moreActions = "More actions"
    public static let stopAfterSong = "Stop after this song"
    /// The text beside the song once that is chosen.
    public static let stopsAfterSong = "Stops after this song"
    public static let sleep = "Sleep timer"
    /// The text beside the song while the timer runs; `{title}` stands for minutes.
    public static let sleeps = "Stops in {title} min"
    /// The button that plays on this page what another program plays, or where the queue has stopped.
    public static let playHere = "Play here"
    /// The texts beside the song that another program plays.
    package static let places = PlayerPlace.allCases.map { (place: $0.rawValue, text: "Plays \($0.text)") }
    /// The times of the sleep timer in minutes, and their texts; the first one is none, the second the end of the song.
    public static let sleepTimes =
        [("", "Off"), ("song", "After this song")] + [15, 30, 45, 60, 90].map { ("\($0)", "\($0) min") }
    public static let playlistName = "Name of a playlist"
    public static let savePlaylist = "Save as playlist"
    public static let savedPlaylist = "Saved the playlist “{title}”."
    /// The labels of the buttons that rate the song, from one star on.
    public static let ratings = Rating.allCases.map(\.spoken)
    /// The message and the text beside the song when another page plays instead; `{title}` stands for its browser.
    public static let movedToPage = "The music plays in {title} now."
    public static let successor = "Moved to {title}"
    public static let failed = "This browser cannot play “{title}”."
    public static let unplayable = "None of these songs can be played."
    /// The button that plays all rows of a list.
    public static let playAll = "Play all"
    /// The button that plays all songs of an album or an artist in a random order.
    public static let shuffleAll = "Shuffle"
    /// The button that adds all songs of an album or an artist to the queue, and the message after that.
    public static let addAll = "Add to queue"
    public static let added = "Added to the queue."
    /// The button that makes songs the next ones of the queue, and the message after that.
    public static let playNext = "Play next"
    public static let playsNext = "Plays next."
    /// What a finger does on a song's row: in the row's menu, and as a message that appears once.
    public static let swipeToPlayNext = "swipe →"
    public static let swipeToAdd = "← swipe"
    public static let swipeHint = "Swipe a song to the right to play it next, or to the left to add it to the queue."
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
