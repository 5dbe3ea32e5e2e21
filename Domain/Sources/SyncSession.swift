/// Some of what a source has, delivered at once.
public protocol SyncBatch: Sendable {
    /// How many records were read for it, good and bad.
    var count: Int { get }
    var rejected: [RejectedRecord] { get set }

    /// A batch of nothing.
    init()
}

/// One reading of a source into the library.
///
/// What was taken is durable once the pass is ended, either way; a pass that is never ended loses nothing either.
public protocol SyncSession<Batch>: Sendable {
    associatedtype Batch: SyncBatch

    /// What the last complete pass answered, to ask the source whether it has changed.
    var revision: String? { get async }

    /// What the pass has written so far.
    var summary: SyncSummary { get async }

    /// Waits until all that was taken is durable, and answers what that was.
    func settle() async throws -> SyncSummary

    /// Takes in a batch: new records are added, changed ones updated, bad ones counted.
    func take(_ batch: Batch) async throws

    /// Ends a complete pass, and only then removes what the source had and the pass did not meet.
    ///
    /// Where more records were bad than the last time, nothing is removed: what is missing may be among those.
    func finish(_ pass: RemoteFetchResult) async throws -> SyncSummary

    /// Ends an incomplete pass: what it took stays, and nothing is removed.
    func abandon() async throws
}

/// What a pass found.
public struct SyncSummary: Equatable, Sendable {
    public static let rejectedLimit = 20
    public var added = 0
    /// New records that joined music of another source: the same recording.
    public var merged = 0
    public var updated = 0
    public var unchanged = 0
    public var removed = 0
    public var rejectedCount = 0
    /// How many of those repeated an earlier record, and so hide nothing.
    public var repeatedCount = 0
    /// The first rejected records, `rejectedLimit` at the most.
    public var rejected: [RejectedRecord] = []

    public init() {}

    /// How many good records there were.
    public var met: Int { added + merged + updated + unchanged }

    /// Counts in what an earlier attempt at the same pass had changed, and this one found unchanged.
    public mutating func include(_ earlier: SyncSummary) {
        unchanged = max(0, unchanged - earlier.added - earlier.merged - earlier.updated)
        added += earlier.added
        merged += earlier.merged
        updated += earlier.updated
    }

    public mutating func reject(_ record: RejectedRecord) {
        rejectedCount += 1
        if rejected.count < Self.rejectedLimit { rejected.append(record) }
    }
}
