/// A source that stores stars, its own form of bookmarks.
public protocol RemoteStarRepository: Sendable {
    /// Returns the keys of all starred songs. Throws `SourceFailure`, or `CancellationError` if the task was cancelled.
    func starredKeys() async throws -> Set<String>

    /// Stars or unstars songs by their keys, in order; starring a starred song succeeds.
    ///
    /// Any number of keys is allowed. Returns the keys of songs that the source no longer has. Throws `SourceFailure`,
    /// or `CancellationError` if the task was cancelled; the songs before the failed request are then changed.
    func setStar(_ isStarred: Bool, of keys: [String]) async throws -> Set<String>
}
