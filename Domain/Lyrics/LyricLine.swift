/// A line of a song's lyrics.
public struct LyricLine: Equatable, Sendable {
    /// When the line is sung, from the song's start; nil if that is unknown.
    public var time: Duration?
    public var text: String

    public init(time: Duration? = nil, _ text: String) {
        self.time = time
        self.text = text
    }
}
