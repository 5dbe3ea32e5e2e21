internal import FermataDomain
internal import Foundation
internal import GRDB

/// One reading of a source into a library on disk: the next batch is prepared while the last is written.
actor SQLiteRefreshPass: RefreshPass {
    /// A transaction this large keeps the full-text index from being written in crumbs.
    private static let transactionSize = 8_000
    let revision: String?
    private(set) var summary = RefreshSummary()
    private let library: SQLiteLibrary
    private let source: String
    private let bit: Int64
    private let isFirstFill: Bool
    private let now: @Sendable () -> Date
    private var prepared: PreparedBatch?
    private var writing: Task<RefreshSummary, any Error>?

    init(library: SQLiteLibrary, source: String, now: @escaping @Sendable () -> Date) async throws {
        self.now = now
        self.library = library
        self.source = source
        let start = try await library.write { db in try PassStart(source: source, in: db) }
        revision = start.revision
        bit = start.bit
        isFirstFill = start.isFirstFill
    }

    func take(_ batch: RemoteBatch) async throws {
        let known = isFirstFill ? [:] : try await knownFingerprints(batch)
        let next = PreparedBatch(batch, source: source, known: known)
        if prepared == nil { prepared = next } else { prepared?.append(next) }
        if let prepared, prepared.records.count >= Self.transactionSize { try await write(prepared) }
    }

    func finish(_ pass: RemotePass) async throws -> RefreshSummary {
        switch pass {
        case .unchanged:
            try await library.write { [source, now] db in try PassEnd.touch(source: source, at: now(), in: db) }
        case .complete(let revision):
            _ = try await settle()
            let removed = try await library.write { [source, bit, now] db in
                try PassStart.check(that: source, has: bit, in: db)
                return try PassEnd.complete(source: bit, revision: revision, at: now(), in: db)
            }
            summary.removed = removed
            try await endFirstFill()
        }
        return summary
    }

    func abandon() async throws {
        _ = try await settle()
        try await endFirstFill()
    }

    func settle() async throws -> RefreshSummary {
        if let prepared { try await write(prepared) }
        try await awaitWriting()
        return summary
    }

    /// Hands a transaction over to be written, once the one before is.
    private func write(_ batch: PreparedBatch) async throws {
        prepared = nil
        try await awaitWriting()
        let (summary, bit, isFirstFill, now) = (summary, bit, isFirstFill, now())
        writing = Task { [library, source] in
            try await library.write { db in
                try PassStart.check(that: source, has: bit, in: db)
                var writer = try RecordWriter(db, bit: bit, isFirstFill: isFirstFill, now: now, summary: summary)
                try writer.write(batch)
                return writer.summary
            }
        }
    }

    private func awaitWriting() async throws {
        guard let task = writing else { return }
        writing = nil
        summary = try await task.value
    }

    private func knownFingerprints(_ batch: RemoteBatch) async throws -> [UInt64: MusicID] {
        try await library.read { [bit] db in
            let find = try RawStatement(
                db, "SELECT id FROM record WHERE source = ? AND fingerprint = ?", [.integer(SourceSet.source(of: bit))])
            var known: [UInt64: MusicID] = [:]
            for record in batch.records {
                find.bind(Int64(bitPattern: record.fingerprint), at: 2)
                known[record.fingerprint] = try find.first { MusicID(UInt64(bitPattern: $0.integer(0))) }
            }
            return known
        }
    }

    private func endFirstFill() async throws {
        guard isFirstFill else { return }
        for step in FirstFill.ending { try await library.write(step) }
    }
}
