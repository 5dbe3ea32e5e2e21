/// A place that music comes from.
public protocol RemoteMusicRepository: Sendable {
    /// Delivers all that the place has, batch by batch, and answers only after a complete pass.
    ///
    /// `revision` is what the last complete pass answered; a place that has not changed since may say so.
    /// Errors thrown by `deliver` must be thrown on. Throws `SourceFailure` for what goes wrong at the place.
    func deliverAll(
        since revision: String?, to deliver: @Sendable (RemoteBatch) async throws -> Void
    ) async throws -> RemoteFetchResult
}

/// Some of a remote repository's records, in their order.
public struct RemoteBatch: SyncBatch {
    public var records: [RemoteRecord]
    public var rejected: [RejectedRecord]

    public init() {
        self.init(records: [])
    }

    public init(records: [RemoteRecord], rejected: [RejectedRecord] = []) {
        self.records = records
        self.rejected = rejected
    }

    public var count: Int { records.count + rejected.count }
}

/// One record of a remote repository, which is read only where its fingerprint is new to the library.
public struct RemoteRecord: Sendable {
    /// The record's place in its document, from 1.
    public let position: Int
    /// Changes whenever the record does: the first 64 bits of a digest of its bytes, say.
    public let fingerprint: UInt64
    /// Answers the music, with `key` its identity within the source. Throws `RejectedRecord` where it is bad.
    public let read: @Sendable () throws -> RemoteMusic

    public init(position: Int, fingerprint: UInt64, read: @escaping @Sendable () throws -> RemoteMusic) {
        self.position = position
        self.fingerprint = fingerprint
        self.read = read
    }
}
