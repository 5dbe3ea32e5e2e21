/// Consecutive records of a source.
public protocol SyncBatch: Sendable {
    /// The number of records, accepted or rejected.
    var count: Int { get }
    var rejected: [RejectedRecord] { get set }

    /// Creates an empty batch.
    init()
}

/// Writes the records of one source into the library.
///
/// Applied batches are durable after `finish`, `cancel` or `flush`. A session that never ends loses no stored record.
public protocol SyncSession<Batch>: Sendable {
    associatedtype Batch: SyncBatch

    /// The revision of the last complete fetch, with which the source can report that nothing has changed.
    var revision: String? { get async }

    /// The changes so far.
    var summary: SyncSummary { get async }

    /// Waits until all applied batches are durable, and returns the changes so far.
    func flush() async throws -> SyncSummary

    /// Adds new records, updates changed ones, and counts rejected ones.
    func apply(_ batch: Batch) async throws

    /// Ends a complete sync, and removes stored records that no batch contained.
    ///
    /// Removes nothing if more records were rejected than last time, because missing records may be among those.
    func finish(_ result: RemoteFetchResult) async throws -> SyncSummary

    /// Ends an incomplete sync: keeps applied records and removes none.
    func cancel() async throws

    /// Waits until the write in progress has ended, also in a cancelled task. Starts no other write.
    func waitForWrite() async
}

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
