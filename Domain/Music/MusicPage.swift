public import Foundation

/// A window of music and its freshness.
public struct MusicPage: Equatable, Sendable {
    public var music: [Music]
    public var freshness: Freshness

    public init(music: [Music], freshness: Freshness) {
        self.music = music
        self.freshness = freshness
    }
}

/// How current the library is.
///
/// `since` is when the least recently synced source last completed a sync, or nil if none ever did.
public enum Freshness: Equatable, Sendable {
    /// There is no source to update from.
    case noSources
    case stored(since: Date?)
    case refreshing(since: Date?)
    case fresh(at: Date)
    /// Some sources could not be read; their stored music stays. `updated` names the sources that were read.
    case offline(since: Date?, failures: [SourceFailure], updated: [String] = [])
}
