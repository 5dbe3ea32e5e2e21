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

/// A library that sync sessions can change.
public protocol LocalMusicRepository: MusicRepository {
    /// Begins to sync a source. The source's stored music stays until the session finishes.
    ///
    /// Throws `SourceError.notFound`.
    func beginSync(over source: String) async throws -> any SyncSession<RemoteBatch>
}

/// Playlists that sync sessions can change.
public protocol LocalPlaylistRepository: PlaylistRepository {
    /// Begins to sync the playlists of a source, which may refer to music that the library does not contain.
    ///
    /// Throws `SourceError.notFound`.
    func beginSync(over source: String) async throws -> any SyncSession<RemotePlaylistBatch>
}
