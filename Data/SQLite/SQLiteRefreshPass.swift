internal import FermataDomain
internal import Foundation
internal import GRDB

/// One reading of a source into a library on disk: the next batch is prepared while the last is written.
actor SQLiteRefreshPass: RefreshPass {
    /// A transaction this large keeps the full-text index from being written in crumbs.
    private static let transactionWeight = 60_000
    private(set) var summary = RefreshSummary()
    private let library: SQLiteLibrary
    private let source: String
    private let start: PassStart
    private var isReady = false
    private let now: @Sendable () -> Date
    private var prepared: PreparedBatch?
    private var writing: Task<RefreshSummary, any Error>?

    init(library: SQLiteLibrary, source: String, now: @escaping @Sendable () -> Date) async throws {
        self.now = now
        self.library = library
        self.source = source
        start = try await library.read { db in try PassStart(source: source, in: db) }
    }

    var revision: String? { start.revision }
    private var bit: Int64 { start.bit }
    private var isFirstFill: Bool { start.isFirstFill }

    func take(_ batch: RemoteBatch) async throws {
        try await makeReady()
        let known = isFirstFill ? [:] : try await knownFingerprints(batch)
        let next = PreparedBatch(batch, source: source, known: known)
        if prepared == nil { prepared = next } else { prepared?.append(next) }
        if let prepared, prepared.weight >= Self.transactionWeight { try await write(prepared) }
    }

    func finish(_ pass: RemotePass) async throws -> RefreshSummary {
        switch pass {
        case .unchanged:
            try await library.write { [source, now] db in try PassEnd.touch(source: source, at: now(), in: db) }
        case .complete(let revision):
            try await makeReady()
            _ = try await settle()
            let removed = try await library.write { [bit, now] db in
                try PassEnd.complete(source: bit, revision: revision, at: now(), in: db)
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

    /// A pass over an unchanged source never comes to this, and costs next to nothing.
    private func makeReady() async throws {
        guard !isReady else { return }
        isReady = true
        try await library.write(start.prepare)
    }

    /// Hands a transaction over to be written, once the one before is.
    private func write(_ batch: PreparedBatch) async throws {
        prepared = nil
        try await awaitWriting()
        let (summary, bit, isFirstFill, now) = (summary, bit, isFirstFill, now())
        writing = Task { [library] in
            try await library.write { db in
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
        guard isFirstFill, isReady else { return }
        for step in FirstFill.ending { try await library.write(step) }
    }
}
