import Crypto
import FermataDomain
import Foundation
import GRDB

/// A sync of one source's playlists; prepares the next ones while the previous ones are written.
actor SQLitePlaylistSyncSession: SyncSession {
    /// The number of entries or rejections per transaction.
    ///
    /// Large enough to limit index fragmentation, small enough not to starve other writers.
    private static let transactionSize = 40_000
    /// Bytes of the names and keys of a transaction.
    private static let byteLimit = 8 << 20
    let revision: String?
    private(set) var summary = SyncSummary()
    private let library: SQLiteLibrary
    private let now: @Sendable () -> Date
    private let detector: SyncConflictDetector
    /// Whether these are the first playlists, so that the index by record is created once at the end.
    private let isInitialImport: Bool
    private var isReady = false
    private var count = 0
    private var pending: [IncomingPlaylist] = []
    private var rejected: [RejectedRecord] = []
    private var size = 0
    private var bytes = 0
    private var writing: Task<SyncSummary, any Error>?

    /// Throws `SourceError.notFound`.
    init(library: SQLiteLibrary, source: String, now: @escaping @Sendable () -> Date) async throws {
        let library = try await library.openFile()
        (self.library, self.now) = (library, now)
        (detector, revision, isInitialImport) = try await library.read { db in
            let detector = try SyncConflictDetector(source, readsPlaylists: true, in: db)
            let find = try RawStatement(db, "SELECT playlists_revision FROM source WHERE id = \(detector.id)")
            let revision = try find.first { $0.optionalText("playlists_revision") } ?? nil
            return (detector, revision, try db.isEmpty("playlist"))
        }
    }

    func apply(_ batch: RemotePlaylistBatch) async throws {
        try await makeReady()
        rejected += batch.rejected
        size += batch.rejected.count
        if size >= Self.transactionSize { try await process() }
        for (playlist, position) in zip(batch.playlists, batch.positions(after: count)) {
            pending.append(IncomingPlaylist(playlist, at: position, source: detector.identity))
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
    ///
    /// Also creates the index that an interrupted import left out.
    private func makeReady() async throws {
        guard !isReady else { return }
        isReady = true
        try await write { [detector, isInitialImport] db in
            let index = LibrarySchema.entryRecord
            let isFilled = try !isInitialImport || !db.isEmpty("playlist")
            try db.execute(sql: isFilled ? index.sql : "DROP INDEX IF EXISTS \(index.name)")
            try detector.clearSeen(in: db)
        }
    }

    /// Prepares the applied playlists while the previous transaction is written, then starts the next one.
    private func process() async throws {
        guard !pending.isEmpty || !rejected.isEmpty else { return }
        var (playlists, bad) = (pending, rejected)
        (pending, rejected, size, bytes) = ([], [], 0, 0)
        if !isInitialImport {
            playlists = try await library.read { [playlists] db in try Self.markUnchanged(playlists, in: db) }
        }
        for index in playlists.indices { playlists[index].makeRecords(source: detector.identity) }
        try await awaitWriting()
        writing = Task { [summary, detector, playlists, bad, now] in
            try await write { db in
                var writer = try PlaylistWriter(db, detector: detector, at: now(), summary: summary)
                try writer.write(playlists, rejected: bad)
                return writer.summary
            }
        }
    }

    /// Removes missing playlists, and stores the revision last: its presence marks a complete sync.
    private func complete(revision: String?) async throws {
        try await makeReady()
        _ = try await flush()
        let (source, bad) = (detector.id, summary.rejectedCount - summary.repeatedCount)
        var place = try await write { db in try PlaylistRemoval.start(source: source, rejected: bad, in: db) }
        while let after = place {
            let step = try await write { [detector] db in
                // Another sync at the same time may have seen other playlists.
                guard detector.isOnlySync else { return (removed: 0, last: Int64?.none) }
                return try PlaylistRemoval.step(detector, after: after, in: db)
            }
            summary.removed += step.removed
            place = step.last
        }
        try await finishInitialImport()
        try await write { [detector] db in
            try SourceTable.completePlaylists(
                source, revision: detector.isOnlySync ? revision : nil, rejected: bad, in: db)
        }
    }

    private func finishInitialImport() async throws {
        guard isInitialImport, isReady else { return }
        try await library.write { try $0.execute(sql: LibrarySchema.entryRecord.sql) }
    }

    private func awaitWriting() async throws {
        guard let task = writing else { return }
        writing = nil
        summary = try await task.value
    }

    private nonisolated func write<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        try await library.write { [detector] db in
            try detector.beginWriting(in: db)
            return try body(db)
        }
    }

    /// Marks the playlists whose stored fingerprint is the same.
    private static func markUnchanged(_ playlists: [IncomingPlaylist], in db: Database) throws -> [IncomingPlaylist] {
        let find = try RawStatement(db, "SELECT 1 FROM playlist WHERE id = :id AND fingerprint = :fingerprint")
        return try playlists.map { playlist in
            find.bind(["id": .integer(playlist.id.stored), "fingerprint": .integer(playlist.fingerprint)])
            var playlist = playlist
            playlist.isUnchanged = try find.hasRow()
            return playlist
        }
    }
}

/// A playlist of a source with its id and fingerprint.
private struct IncomingPlaylist: Sendable {
    let id: PlaylistID
    let position: Int
    let remote: RemotePlaylist
    /// Changes if the name or the entries change.
    let fingerprint: Int64
    var isUnchanged = false
    /// The ids of its records, in order, once `makeRecords` has made them; empty for an unchanged playlist.
    private(set) var records: [MusicID] = []

    init(_ playlist: RemotePlaylist, at position: Int, source: String) {
        id = PlaylistID(source: source, key: playlist.key)
        self.position = position
        remote = playlist
        var hash = SHA256()
        for text in [playlist.name] + playlist.songKeys {
            // Each text follows its length, so that different lists have different bytes.
            withUnsafeBytes(of: UInt64(text.utf8.count).littleEndian) { hash.update(bufferPointer: $0) }
            hash.update(data: Array(text.utf8))
        }
        fingerprint = Int64(bitPattern: hash.finalize().first64Bits)
    }

    /// Makes the ids of the records, which takes longer than writing them.
    mutating func makeRecords(source: String) {
        if !isUnchanged { records = remote.songKeys.map { MusicID(source: source, key: $0) } }
    }
}

/// Writes the playlists of a sync in one transaction.
private struct PlaylistWriter {
    private(set) var summary: SyncSummary
    private let db: Database
    private let source: Int64
    private let time: Date
    private let seen: SeenRecords
    private let find: RawStatement
    private let findEntries: RawStatement
    private let insert: RawStatement
    private let update: RawStatement
    private let entries: PlaylistEntryWriter

    init(_ db: Database, detector: SyncConflictDetector, at time: Date, summary: SyncSummary) throws {
        (self.db, self.time) = (db, time)
        source = detector.id
        self.summary = summary
        seen = try SeenRecords(db, detector: detector)
        find = try RawStatement(db, "SELECT row, source, fingerprint, name FROM playlist WHERE id = :id")
        findEntries = try RawStatement(
            db, "SELECT record FROM playlist_entry WHERE playlist = :playlist ORDER BY position")
        insert = try RawStatement(db, PlaylistTable.insertion(source: source)).bind(["created": SQLValue(time)])
        update = try RawStatement(db, PlaylistTable.update(source: source))
        entries = try PlaylistEntryWriter(db)
    }

    mutating func write(_ playlists: [IncomingPlaylist], rejected: [RejectedRecord]) throws {
        rejected.forEach { summary.reject($0) }
        for playlist in playlists {
            if try seen.rejectRepeated(playlist.id.stored, position: playlist.position, in: &summary) { continue }
            if playlist.isUnchanged {
                summary.unchanged += 1
                continue
            }
            if playlist.remote.isShortened { summary.shortenedCount += 1 }
            try write(playlist)
        }
    }

    private mutating func write(_ playlist: IncomingPlaylist) throws {
        find.bind(["id": .integer(playlist.id.stored)])
        let row: Int64
        let known = try find.first {
            (
                row: $0.integer("row"), source: $0.integer("source"), name: $0.text("name"),
                hasFingerprint: $0.optionalInteger("fingerprint") != nil
            )
        }
        switch known {
        case nil:
            try store(playlist, at: time, by: insert)
            row = db.lastInsertedRowID
            summary.added += 1
        case let known? where [source, SourceMask.unknownSource].contains(known.source):
            row = known.row
            // A repair and an import leave no fingerprint.
            if !known.hasFingerprint, known.name == playlist.remote.name, try entries(of: row) == playlist.records {
                try store(playlist, at: nil, by: update)
                if known.source == source { summary.unchanged += 1 } else { summary.updated += 1 }
                return
            }
            try entries.clear(row: row)
            try store(playlist, at: time, by: update)
            summary.updated += 1
        case .some:
            return summary.reject(RejectedRecord(position: playlist.position, .idInUse))
        }
        try entries.write(playlist.records, of: row)
    }

    private func entries(of row: Int64) throws -> [MusicID] {
        try findEntries.bind(["playlist": .integer(row)]).all { MusicID(stored: $0.integer("record")) }
    }

    private func store(_ playlist: IncomingPlaylist, at time: Date?, by statement: RawStatement) throws {
        try statement.bind([
            "id": .integer(playlist.id.stored), "fingerprint": .integer(playlist.fingerprint),
            "name_key": .text(SortKey(playlist.remote.name).text), "name": .text(playlist.remote.name),
            "changed": SQLValue(time),
        ]).run()
    }
}

/// Removes the playlists that a sync did not see.
private enum PlaylistRemoval {
    private static let stepSize = 2_000

    /// The start of removing the playlists that a sync did not see; nil if nothing is to be removed.
    ///
    /// If more records were rejected than last time, the missing playlists may be among them, so nothing is removed.
    fileprivate static func start(source: Int64, rejected: Int, in db: Database) throws -> Int64? {
        let before = try Int.fetchOne(db, sql: "SELECT playlists_rejected FROM source WHERE id = \(source)")
        guard let before, rejected <= before else { return nil }
        return Int64.min  // before every id
    }

    /// Removes some of the playlists that the sync did not see, in the order of ids.
    ///
    /// A large removal runs in steps, so that other writers can proceed between them.
    /// Returns their number and the last id, at which the next step continues; nil at the end.
    fileprivate static func step(
        _ detector: SyncConflictDetector, after id: Int64, in db: Database
    ) throws -> (removed: Int, last: Int64?) {
        let removed = try RawStatement(
            db,
            """
            SELECT row, id FROM playlist WHERE source = \(detector.id) AND id > \(id)
                AND id NOT IN (SELECT id FROM \(detector.seen)) ORDER BY id LIMIT \(stepSize)
            """
        ).all { (row: $0.integer("row"), id: $0.integer("id")) }
        if !removed.isEmpty {
            try PlaylistTable.delete(removed.map { "\($0.row)" }.joined(separator: ","), in: db)
        }
        return (removed.count, removed.count < stepSize ? nil : removed.last?.id)
    }
}
