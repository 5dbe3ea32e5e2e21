/// The changes of bookmarks that wait for the sources that store stars.
///
/// A change waits from the transaction that changes the bookmark until the source has accepted it. It replaces an
/// earlier change of the same song. The library considers it verified once the source's stars show it.
public protocol StarRepository: Sendable {
    /// Returns the sources for which changes wait, in the order they were added.
    func waiting() async throws -> [WaitingChanges]

    /// Returns the next changes that wait for a source, in the order they were made, and marks them as being delivered.
    ///
    /// `last` is the last change of the previous call. Throws `SourceError.notFound`.
    func beginDelivery(to source: String, after last: StarChange?, limit: Int) async throws -> [StarChange]

    /// Stores the outcome of a delivery. Delivered changes stop waiting unless their bookmarks have changed meanwhile.
    ///
    /// The source may have received a delivered or failed change after a later one. So the bookmark waits again if it
    /// differs from that change, and a later change that still waits is not cancelled by a change back.
    func endDelivery(_ delivery: StarDelivery, to source: String) async throws

    /// Returns a number that differs after each delivery to a source and after each of its reads.
    ///
    /// Throws `SourceError.notFound`.
    func revision(of source: String) async throws -> Int

    /// Applies the keys of all starred songs of a source, which were requested at a revision, and returns how many
    /// bookmarks were added and removed.
    ///
    /// A waiting change overrides the source's state: it ends if both are equal, and still waits otherwise. Other
    /// bookmarks change to the source's state if that differs from the last one. At the first read of a song, a star or
    /// a bookmark overrides the lack of one. Returns nil, and changes nothing, if the revision has changed. Throws
    /// `SourceError.notFound`.
    func apply(_ keys: Set<String>, of source: String, at revision: Int) async throws -> SyncSummary?
}

/// A change of a bookmark that waits for a source.
public struct StarChange: Equatable, Sendable {
    /// The song's record of this source.
    public var record: MusicID
    /// The song's identity within the source.
    public var key: String
    public var isStarred: Bool
    /// The position in the order of changes; songs that were changed at once share it.
    public var number: Int

    public init(record: MusicID, key: String, isStarred: Bool, number: Int) {
        self.record = record
        self.key = key
        self.isStarred = isStarred
        self.number = number
    }
}

/// The outcome of sending changes to a source.
public struct StarDelivery: Equatable, Sendable {
    /// The changes that the source has accepted.
    public var delivered: [StarChange] = []
    /// The changes that the source may or may not have received.
    public var failed: [StarChange] = []
    /// The keys of songs that the source no longer has.
    public var missing: Set<String> = []

    public init() {}
}

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
