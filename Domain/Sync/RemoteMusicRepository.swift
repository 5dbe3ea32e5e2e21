/// A source of music.
public protocol RemoteMusicRepository: Sendable {
    /// Returns all records of the source in batches, then how the fetch ended.
    ///
    /// `revision` is that of the last complete fetch; the source may report that nothing has changed since. The
    /// iterator throws `SourceFailure` if the source fails.
    func batches(since revision: String?) -> RemoteFetch<RemoteBatch>
}

extension RemoteMusicRepository {
    /// Reads the first records of a source, and repeats no failed request.
    ///
    /// Throws `CancellationError`.
    public func check(_ source: Source, for listener: Listener) async throws -> SourceCheck {
        do {
            for try await case .batch(let batch) in batches(since: nil) where batch.count > 0 {
                var (hasSongs, rejected) = (false, batch.rejected.first)
                for record in batch.records {
                    do {
                        let song = try record.read()
                        if listener.filter.allows(song.explicit) {
                            return .song(title: song.title, artist: song.artist)
                        }
                        hasSongs = true
                    } catch let error as RejectedRecord {
                        rejected = rejected ?? error
                    }
                }
                if let rejected, !hasSongs { return .rejected(rejected) }
                return .songs
            }
        } catch let failure as SourceFailure {
            return .unreadable(failure)
        }
        try Task.checkCancellation()
        return .unreadable(SourceFailure(noRecords: nil, address: source.shownAddress))
    }
}

/// Consecutive records of a remote repository.
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

/// A record of a remote repository; the library reads it only if its fingerprint is new.
public struct RemoteRecord: Sendable {
    /// The position of the record in its document, from 1.
    public let position: Int
    /// Differs whenever the record differs, such as the first 64 bits of a digest of its bytes.
    public let fingerprint: UInt64
    /// About how many bytes the record takes until it is read.
    public let size: Int
    private let song: @Sendable () throws -> RemoteMusic

    /// Creates a record. `read` returns its song, and throws `RejectedRecord` if the record is invalid.
    public init(
        position: Int, fingerprint: UInt64, size: Int = 0, read: @escaping @Sendable () throws -> RemoteMusic
    ) {
        self.position = position
        self.fingerprint = fingerprint
        self.size = size
        song = read
    }

    /// Returns the song. Throws `RejectedRecord` if the record is invalid or its key is too long.
    public func read() throws -> RemoteMusic {
        let music = try song()
        guard music.key.utf8.count <= TextLimits.key else {
            throw RejectedRecord(position: position, .textTooLong(field: "id", limit: TextLimits.key))
        }
        return music
    }
}
