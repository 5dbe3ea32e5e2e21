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
