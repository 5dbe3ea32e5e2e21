public import Foundation

/// One window of music, and how fresh it is.
public struct MusicPage: Equatable, Sendable {
    public var music: [Music]
    public var freshness: Freshness

    public init(music: [Music], freshness: Freshness) {
        self.music = music
        self.freshness = freshness
    }
}

/// How much a screen can rely on what the library holds.
///
/// `since` is when the source that was not read for longest was last read whole; nil where none ever was.
public enum Freshness: Equatable, Sendable {
    /// There is no source to update from.
    case sourceless
    case stored(since: Date?)
    case refreshing(since: Date?)
    case fresh(at: Date)
    /// Some sources could not be read; what the library held stays.
    case offline(since: Date?, failures: [SourceFailure])
}
