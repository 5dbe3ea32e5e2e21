public import Foundation

/// The plays that wait for the sources of their songs.
///
/// The transaction that stores a play also adds it here, once for each source that counts plays and provides the song.
public protocol ScrobbleRepository: Sendable {
    /// Returns the sources for which plays wait, in the order they were added.
    func waiting() async throws -> [WaitingChanges]

    /// Claims the earliest play that waits for a source, so that no other program sends it, and returns it.
    ///
    /// A claim ends after five minutes, so that a play is sent again if a program has ended before it removed the play.
    /// The clocks of programs may differ by less than that. Returns nil if no unclaimed play waits, or
    /// for an unknown source.
    func claimNext(of source: String) async throws -> Scrobble?

    /// Removes a play that the source has received.
    func remove(_ scrobble: Scrobble) async throws

    /// Ends the claim of a play that the source has not received.
    func release(_ scrobble: Scrobble) async throws
}

/// A source that counts plays.
public protocol RemoteScrobbleRepository: Sendable {
    /// Sends a play; a song that the source no longer has is no error. Throws `SourceFailure`, or `CancellationError`
    /// if the task was cancelled.
    func send(_ scrobble: Scrobble) async throws
}

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
