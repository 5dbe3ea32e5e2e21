/// The changes of a sync.
public struct SyncSummary: Equatable, Sendable {
    public static let rejectedLimit = 20
    public var added = 0
    /// New records that joined music of another source: the same recording.
    public var merged = 0
    public var updated = 0
    public var unchanged = 0
    public var removed = 0
    public var rejectedCount = 0
    /// The number of rejected records that repeat an earlier record; they hide no missing record.
    public var repeatedCount = 0
    /// The number of read records with a text that was cut to its limit.
    public var shortenedCount = 0
    /// The first rejected records, up to `rejectedLimit`.
    public var rejected: [RejectedRecord] = []

    public init() {}

    /// The number of accepted records.
    public var acceptedCount: Int { added + merged + updated + unchanged }

    /// Adds the changes of an earlier attempt, whose records this attempt found unchanged.
    public mutating func include(_ earlier: SyncSummary) {
        unchanged = max(0, unchanged - earlier.added - earlier.merged - earlier.updated)
        added += earlier.added
        merged += earlier.merged
        updated += earlier.updated
        shortenedCount += earlier.shortenedCount
    }

    /// Counts a rejected record, and stores it up to `rejectedLimit`.
    public mutating func reject(_ record: RejectedRecord) {
        rejectedCount += 1
        if rejected.count < Self.rejectedLimit { rejected.append(record) }
    }
}
