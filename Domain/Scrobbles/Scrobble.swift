public import Foundation

/// A play that waits for the source of its song.
public struct Scrobble: Equatable, Sendable {
    /// The number of the play among those that wait, counting upwards.
    public var number: Int
    /// The song's identity within the source.
    public var key: String
    /// When the play began.
    public var started: Date

    public init(number: Int, key: String, started: Date) {
        self.number = number
        self.key = key
        self.started = started
    }
}
