public import FermataDomain
import Foundation
import GRDB

extension SQLiteMusicRepository: LocalMusicRepository {
    public func beginSync(over source: String) async throws -> any SyncSession<RemoteBatch> {
        try await SQLiteMusicSyncSession(library: library, source: source, now: now)
    }
}

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
    let revision: String?
    private(set) var summary = SyncSummary()
    private let library: SQLiteLibrary
    private let detector: SyncConflictDetector
    /// Whether the library was empty, so that indexes are created once at the end.
    private let isInitialImport: Bool
    private var isReady = false
    private let now: @Sendable () -> Date
    private var pending = RemoteBatch()
    private var pendingBytes = 0
    private var writing: Task<SyncSummary, any Error>?

    /// Throws `SourceError.notFound`.
    init(library: SQLiteLibrary, source: String, now: @escaping @Sendable () -> Date) async throws {
        self.now = now
        let library = try await library.openFile()
        self.library = library
        (detector, revision, isInitialImport) = try await library.read { db in
            let detector = try SyncConflictDetector(source, readsPlaylists: false, in: db)
            let find = try RawStatement(db, "SELECT revision FROM source WHERE id = \(detector.id)")
            let revision = try find.first { $0.optionalText("revision") } ?? nil
            return (detector, revision, try db.isEmpty("music"))
        }
    }

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
            try await cancel()
            let rejected = summary.rejectedCount - summary.repeatedCount
            let (renewed, removed) = try await library.write { [detector, now] db in
                try detector.beginWriting(in: db)
                return try Self.complete(detector, revision: revision, rejected: rejected, at: now(), in: db)
            }
            summary.removed = removed
            summary.updated += renewed
            summary.added = max(0, summary.added - renewed)
        }
        return summary
    }

    func cancel() async throws {
        _ = try await flush()
        guard isInitialImport, isReady else { return }
        for step in InitialImport.ending { try await library.write(step) }
    }

    func waitForWrite() async { _ = await writing?.result }

    func flush() async throws -> SyncSummary {
        try await process()
        try await awaitWriting()
        return summary
    }

    /// Runs at the first batch only, so that syncing an unchanged source stays cheap.
    ///
    /// Also completes an interrupted initial import.
    private func makeReady() async throws {
        guard !isReady else { return }
        isReady = true
        try await library.write { [detector, isInitialImport] db in
            try detector.beginWriting(in: db)
            if isInitialImport {
                try InitialImport.begin(in: db)
            } else if try InitialImport.isUnfinished(in: db) {
                for step in InitialImport.ending { try step(db) }
            }
            try detector.clearSeen(in: db)
        }
    }

    /// Prepares the applied batches while the previous transaction is written, then starts the next one.
    private func process() async throws {
        guard !pending.records.isEmpty || !pending.rejected.isEmpty else { return }
        let batch = pending
        (pending, pendingBytes) = (RemoteBatch(), 0)
        let known = isInitialImport ? [:] : try await knownFingerprints(batch)
        let records = batch.records.map { PreparedRecord($0, source: detector.identity, known: known) }
        try await awaitWriting()
        let (summary, isInitialImport, now) = (summary, isInitialImport, now())
        writing = Task { [library, detector] in
            try await library.write { db in
                try detector.beginWriting(in: db)
                var writer = try RecordWriter(
                    db, detector: detector, isInitialImport: isInitialImport, now: now, summary: summary)
                try writer.write(records, rejected: batch.rejected)
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
        try await library.read { [detector] db in
            let find = try RawStatement(
                db, "SELECT id FROM record WHERE fingerprint = :fingerprint AND source = \(detector.id)")
            var known: [UInt64: MusicID] = [:]
            for fingerprint in batch.records.map({ Int64(bitPattern: $0.fingerprint) }).sorted() {
                find.bind(["fingerprint": .integer(fingerprint)])
                known[UInt64(bitPattern: fingerprint)] = try find.first { MusicID(stored: $0.integer("id")) }
            }
            return known
        }
    }

    private func recordUnchanged() async throws {
        try await library.write { [detector, now] db in
            try detector.check(in: db)
            try SourceTable.setRefreshed(now(), of: detector.id, in: db)
        }
    }

    /// Stores the revision, and removes the records that the sync did not see. Returns the number of these whose songs
    /// the source lists under new ids, and that of the others.
    ///
    /// If another sync ran at the same time, or this sync deferred a record to the next one, it removes none, and the
    /// next sync reads all.
    private static func complete(
        _ detector: SyncConflictDetector, revision: String?, rejected: Int, at time: Date, in db: Database
    ) throws -> (renewed: Int, removed: Int) {
        let id = detector.id
        let stored = try RawStatement(db, "SELECT records, rejected FROM source WHERE id = \(id)")
            .first { (records: $0.integer("records"), rejected: $0.integer("rejected")) }
        let seenCount = try Int64.fetchOne(db, sql: "SELECT count(*) FROM \(detector.seen)") ?? 0
        let hasMissing = seenCount < stored?.records ?? 0
        let missingMayBeRejected = rejected > stored?.rejected ?? 0
        let removesMissing = hasMissing && !missingMayBeRejected && detector.isExact
        let renewed = try removesMissing ? RenewedSongs(source: id, seen: detector.seen).run(in: db) : 0
        try SourceTable.complete(id, at: time, revision: revision, rejected: rejected, in: db)
        if !detector.isExact {
            try db.execute(sql: SourceTable.readAgain("\(id)"))
        } else if hasMissing, missingMayBeRejected {
            // A folder's next sync removes the missing records, even if no file changes until then.
            try db.execute(
                sql: SourceTable.readAgain("SELECT id FROM source WHERE id = \(id) AND \(SourceTable.hasRevisionIndex)")
            )
        }
        var removed = 0
        if removesMissing {
            removed = try RecordRemoval(
                source: id,
                records: "SELECT id FROM record WHERE source = \(id) AND id NOT IN (SELECT id FROM \(detector.seen))",
                bookmarks: .storeAsUnmatched
            ).run(in: db)
        }
        try db.execute(sql: "DELETE FROM \(detector.seen)")
        return (renewed, removed)
    }
}

/// A record ready to be written: read with its keys, known to be unchanged, or invalid.
enum PreparedRecord: Sendable {
    case unchanged(MusicID, position: Int)
    indirect case parsed(ParsedRecord)
    case rejected(RejectedRecord)

    /// Reads the record unless its fingerprint is known. `source` is the name that ids are made with.
    init(_ record: RemoteRecord, source: String, known: [UInt64: MusicID]) {
        if let id = known[record.fingerprint] {
            self = .unchanged(id, position: record.position)
            return
        }
        do {
            self = .parsed(try ParsedRecord(record, source: source))
        } catch {
            self = .rejected(error as? RejectedRecord ?? RejectedRecord(position: record.position, .unreadable))
        }
    }
}

/// The first import into an empty library: it builds indexes once at the end instead of per row.
enum InitialImport {
    /// Writes the full-text index in large segments without merging them meanwhile.
    static func begin(in db: Database) throws {
        try configure(["automerge": 0, "crisismerge": 1_000, "hashsize": 4 << 20], in: db)
    }

    /// Whether an earlier initial import was interrupted, for example by `kill -9`.
    static func isUnfinished(in db: Database) throws -> Bool {
        try !LibrarySchema.lateIndexes.allSatisfy { index in
            try Row.fetchOne(
                db, sql: "SELECT 1 FROM sqlite_master WHERE type = 'index' AND name = ?", arguments: [index.name])
                != nil
        }
    }

    /// Whether the library contains only rows of this import, so that it can continue without indexes.
    ///
    /// If another sync adds rows too, existing rows must be looked up from then on.
    static func continues(added count: Int, isOnlySync: Bool, in db: Database) throws -> Bool {
        guard try isUnfinished(in: db) else { return false }
        if isOnlySync, try Int.fetchOne(db, sql: "SELECT max(row) FROM music") ?? 0 == count { return true }
        for step in ending { try step(db) }
        return false
    }

    /// The remaining steps at the end. Indexes come last, because their presence marks completion.
    ///
    /// Each step is a transaction of its own, so that other writers can proceed between them.
    static var ending: [@Sendable (Database) throws -> Void] {
        [
            { try $0.execute(sql: "INSERT INTO music_search(music_search) VALUES ('optimize')") },
            { try configure(["automerge": 4, "crisismerge": 16, "hashsize": 1 << 20], in: $0) },
        ] + LibrarySchema.idIndexes.map(create) + [{ try PlayCounts.restore(in: $0) }]
            + LibrarySchema.orderIndexes.map(create) + [createAlbums]
    }

    /// Fills the tables of albums and creates their indexes in one transaction, because other programs keep them current
    /// only after that.
    private static let createAlbums: @Sendable (Database) throws -> Void = { db in
        try AlbumTable.fill(in: db)
        for index in LibrarySchema.albumIndexes { try db.execute(sql: index.sql) }
    }

    private static func create(_ index: SQLIndex) -> @Sendable (Database) throws -> Void {
        { try $0.execute(sql: index.sql) }
    }

    /// Source: https://www.sqlite.org/fts5.html#special_insert_commands
    private static func configure(_ options: [String: Int], in db: Database) throws {
        for (option, value) in options {
            try db.execute(
                sql: "INSERT INTO music_search(music_search, rank) VALUES (?, ?)", arguments: [option, value])
        }
    }
}
