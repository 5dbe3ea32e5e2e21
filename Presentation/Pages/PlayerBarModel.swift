/// The texts of the player below every page. In some, `{title}` stands for the title of a song.
public struct PlayerBarModel: Equatable, Sendable {
    /// The texts by the names that the page uses.
    public let texts = [
        "title": "Player", "previous": "Previous", "play": "Play", "pause": "Pause", "next": "Next",
        "position": "Position", "lyrics": "Lyrics", "jumping": "Jump to lines", "queue": "Queue",
        "repeatOff": "Repeat", "repeatAll": "Repeat all", "repeatOne": "Repeat one",
        "shuffle": "Shuffle the rest", "clear": "Clear", "remove": "Remove {title}",
        "failed": "This browser cannot play “{title}”.",
    ]
    /// The button that plays all rows of a list.
    public static let playAll = "Play all"

    public init() {}
}
