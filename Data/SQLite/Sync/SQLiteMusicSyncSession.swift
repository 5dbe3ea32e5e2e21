import FermataDomain
import Foundation
import GRDB

/// A sync of one source into a library on disk.
///
/// Prepares the next batch while the previous one is written.
actor SQLiteMusicSyncSession: SyncSession {
    /// Records per transaction: large enough to limit fragmentation of the full-text index.
    private static let initialImportSize = 3_000
    /// Fingerprints per look-up; sorted look-ups of this size share index pages.
    private static let refreshSize = 12_000
    /// Bytes of the records of a transaction or look-up, which limits the memory for records with long texts.
    private static let byteLimit = 8 << 20
    private(set) var summary = SyncSummary()
    private let library: SQLiteLibrary
    private let start: MusicSyncStart
    private var isReady = false
    private let now: @Sendable () -> Date
    private var pending = RemoteBatch()
    private var pendingBytes = 0
    private var writing: Task<SyncSummary, any Error>?

    init(library: SQLiteLibrary, source: String, now: @escaping @Sendable () -> Date) async throws {
        self.now = now
        let library = try await library.openFile()
        self.library = library
        start = try await library.read { db in try MusicSyncStart(source: source, in: db) }
    }

    var revision: String? { start.revision }
    private var sourceMask: Int64 { start.sourceMask }
    private var isInitialImport: Bool { start.isInitialImport }

    func apply(_ batch: RemoteBatch) async throws {
        try await makeReady()
        pending.records += batch.records
        pending.rejected += batch.rejected
        for record in batch.records { pendingBytes += record.size }
        let size = isInitialImport ? Self.initialImportSize : Self.refreshSize
        if pending.records.count >= size || pendingBytes >= Self.byteLimit { try await process() }
    }

    func finish(_ result: RemoteFetchResult) async throws -> SyncSummary {
        switch result {
        case .unchanged:
            try await recordUnchanged()
        case .partial:
            try await cancel()
            try await recordUnchanged()
        case .complete(let revision):
            try await makeReady()
            _ = try await flush()
            try await finishInitialImport()
            let rejected = summary.rejectedCount - summary.repeatedCount
            summary.removed = try await library.write { [start, now] db in
                try start.detector.beginWriting(in: db)
                return try MusicSyncEnd.complete(
                    start.detector, revision: revision, rejected: rejected, at: now(), in: db)
            }
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

    /// Prepares the applied batches while the previous transaction is written.
    private func process() async throws {
        guard !pending.records.isEmpty || !pending.rejected.isEmpty else { return }
        let batch = pending
        (pending, pendingBytes) = (RemoteBatch(), 0)
        let known = isInitialImport ? [:] : try await knownFingerprints(batch)
        try await write(PreparedBatch(batch, source: start.detector.identity, known: known))
    }

    /// Starts the next transaction after the previous one has ended.
    private func write(_ batch: PreparedBatch) async throws {
        try await awaitWriting()
        let (summary, isInitialImport, now) = (summary, isInitialImport, now())
        writing = Task { [library, start] in
            try await library.write { db in
                try start.detector.beginWriting(in: db)
                var writer = try RecordWriter(
                    db, detector: start.detector, isInitialImport: isInitialImport, now: now, summary: summary)
                try writer.write(batch)
                return writer.summary
            }
        }
    }

    private func recordUnchanged() async throws {
        try await library.write { [start, now] db in
            try start.detector.check(in: db)
            try MusicSyncEnd.recordUnchanged(start.detector.id, at: now(), in: db)
        }
    }

    private func awaitWriting() async throws {
        guard let task = writing else { return }
        writing = nil
        summary = try await task.value
    }

    private func knownFingerprints(_ batch: RemoteBatch) async throws -> [UInt64: MusicID] {
        try await library.read { [sourceMask] db in
            let find = try RawStatement(
                db, "SELECT id FROM record WHERE fingerprint = :fingerprint AND source = :source",
                ["source": .integer(SourceMask.source(of: sourceMask))])
            var known: [UInt64: MusicID] = [:]
            for fingerprint in batch.records.map({ Int64(bitPattern: $0.fingerprint) }).sorted() {
                find.bind(fingerprint, to: "fingerprint")
                known[UInt64(bitPattern: fingerprint)] = try find.first {
                    MusicID(UInt64(bitPattern: $0.integer("id")))
                }
            }
            return known
        }
    }

    private func finishInitialImport() async throws {
        guard isInitialImport, isReady else { return }
        for step in InitialImport.ending { try await library.write(step) }
    }
}
