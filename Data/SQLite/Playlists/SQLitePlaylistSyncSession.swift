import FermataDomain
import GRDB

/// A sync of one source's playlists; prepares the next ones while the previous ones are written.
actor SQLitePlaylistSyncSession: SyncSession {
    /// The number of entries or rejections per transaction.
    ///
    /// Large enough to limit index fragmentation, small enough not to starve other writers.
    private static let transactionSize = 40_000
    /// Bytes of the names and keys of a transaction.
    private static let byteLimit = 8 << 20
    private(set) var summary = SyncSummary()
    private let library: SQLiteLibrary
    private let start: PlaylistSyncStart
    private var isReady = false
    private var count = 0
    private var pending: [IncomingPlaylist] = []
    private var rejected: [RejectedRecord] = []
    private var size = 0
    private var bytes = 0
    private var writing: Task<SyncSummary, any Error>?

    init(library: SQLiteLibrary, source name: String) async throws {
        let library = try await library.openFile()
        self.library = library
        start = try await library.read { db in try PlaylistSyncStart(source: name, in: db) }
    }

    var revision: String? { start.revision }

    func apply(_ batch: RemotePlaylistBatch) async throws {
        try await makeReady()
        rejected += batch.rejected
        size += batch.rejected.count
        if size >= Self.transactionSize { try await process() }
        for (playlist, position) in zip(batch.playlists, batch.positions(after: count)) {
            pending.append(IncomingPlaylist(playlist, at: position, source: start.detector.identity))
            size += playlist.songKeys.count + 1
            bytes += playlist.songKeys.reduce(playlist.name.utf8.count) { $0 + $1.utf8.count }
            if size >= Self.transactionSize || bytes >= Self.byteLimit { try await process() }
        }
        count += batch.count
    }

    func finish(_ result: RemoteFetchResult) async throws -> SyncSummary {
        switch result {
        case .unchanged: break
        case .partial: try await cancel()
        case .complete(let revision): try await complete(revision: revision)
        }
        return summary
    }

    func cancel() async throws {
        _ = try await flush()
        try await finishInitialImport()
    }

    func waitForWrite() async { _ = await writing?.result }

    func flush() async throws -> SyncSummary {
        try await process()
        try await awaitWriting()
        return summary
    }

    /// Runs at the first batch only, so that syncing an unchanged source stays cheap.
    private func makeReady() async throws {
        guard !isReady else { return }
        isReady = true
        try await library.write(start.prepare)
    }

    /// Removes missing playlists, and stores the revision last: its presence marks a complete sync.
    private func complete(revision: String?) async throws {
        try await makeReady()
        _ = try await flush()
        let (source, bad) = (start.source, summary.rejectedCount - summary.repeatedCount)
        var place = try await write { db in try PlaylistRemoval.start(source: source, rejected: bad, in: db) }
        while let after = place {
            let step = try await write { [start] db in
                // Another sync at the same time may have seen other playlists.
                guard start.detector.isOnlySync else { return (removed: 0, last: Int64?.none) }
                return try PlaylistRemoval.step(source: source, after: after, in: db)
            }
            summary.removed += step.removed
            place = step.last
        }
        try await finishInitialImport()
        try await write { [start] db in
            let revision = start.detector.isOnlySync ? revision : nil
            try db.execute(
                sql: "UPDATE source SET playlists_revision = :revision, playlists_rejected = :rejected WHERE id = :id",
                arguments: ["revision": revision, "rejected": bad, "id": source])
        }
    }

    private func finishInitialImport() async throws {
        guard start.isInitialImport, isReady else { return }
        try await library.write { try $0.execute(sql: LibrarySchema.entryRecord.sql) }
    }

    /// Prepares the applied batches while the previous transaction is written, then starts the next one.
    private func process() async throws {
        guard !pending.isEmpty || !rejected.isEmpty else { return }
        let (incoming, bad) = (pending, rejected)
        (pending, rejected, size, bytes) = ([], [], 0, 0)
        let known =
            start.isInitialImport
            ? [] : try await library.read { db in try IncomingPlaylist.known(of: incoming, in: db) }
        let playlists = incoming.map {
            PreparedPlaylist($0, source: start.detector.identity, isKnown: known.contains($0.id))
        }
        try await awaitWriting()
        writing = Task { [summary, start] in
            try await write { db in
                var writer = try PlaylistWriter(db, detector: start.detector, summary: summary)
                try writer.write(playlists, rejected: bad)
                return writer.summary
            }
        }
    }

    private func awaitWriting() async throws {
        guard let task = writing else { return }
        writing = nil
        summary = try await task.value
    }

    private nonisolated func write<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        try await library.write { [start] db in
            try start.detector.beginWriting(in: db)
            return try body(db)
        }
    }
}
