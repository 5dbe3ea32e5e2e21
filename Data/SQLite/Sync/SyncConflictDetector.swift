import FermataDomain
import GRDB
import Synchronization

/// Detects when a source is changed, or read by another sync, while a sync reads it.
///
/// Each sync stores the source's next number before it writes, so that two syncs at the same time detect each other.
final class SyncConflictDetector: Sendable {
    private struct Definition: Equatable {
        let id: Int64
        let identity: String
        let address: String
        /// Nil for a sync that reads songs only.
        let playlists: String?
        let added: Int64
    }

    private struct State {
        /// The number of the latest sync that this one knows.
        var number: Int64
        var hasNumber = false
        var isOnlySync = true
        var hasDeferredRecords = false
    }

    private let name: String
    private let readsPlaylists: Bool
    private let definition: Definition
    /// The number of the latest delivery to the source or read of its stars, as the sync began.
    private let stars: Int64
    private let state: Mutex<State>

    /// A change of the address of playlists counts if the sync reads them. Throws `SourceError.notFound`.
    init(_ name: String, readsPlaylists: Bool, in db: Database) throws {
        (self.name, self.readsPlaylists) = (name, readsPlaylists)
        let (definition, number) = try Self.read(name, readsPlaylists, in: db)
        self.definition = definition
        stars = try Self.stars(of: definition.id, in: db)
        state = Mutex(State(number: number))
    }

    var id: Int64 { definition.id }

    /// The name that ids of the source's records and playlists are made with; it stays when the source is renamed.
    var identity: String { definition.identity }

    /// Whether no other sync has written records of the source since this one began.
    var isOnlySync: Bool { state.withLock(\.isOnlySync) }

    /// Whether the library has all records of the source at the end of a complete sync, and knows which are missing.
    var isExact: Bool { state.withLock { $0.isOnlySync && !$0.hasDeferredRecords } }

    /// The temporary table of the ids of the records, or of the playlists, that the sync has seen, and whether it has
    /// added a song for them.
    var seen: String { "temp.seen_\(readsPlaylists ? "playlists_" : "")\(id)" }

    /// Creates or empties the table `seen`.
    func clearSeen(in db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE IF NOT EXISTS \(seen)(id INTEGER PRIMARY KEY, added INTEGER NOT NULL DEFAULT 0);
                DELETE FROM \(seen)
                """)
    }

    /// Whether no program has delivered changes to the source or read its stars since the sync began.
    func hasSameStars(in db: Database) throws -> Bool { try Self.stars(of: id, in: db) == stars }

    private static func stars(of source: Int64, in db: Database) throws -> Int64 {
        try Int64.fetchOne(db, sql: "SELECT coalesce(stars, 0) FROM source WHERE id = \(source)") ?? 0
    }

    /// Records that the sync has deferred a record to the next one.
    func deferRecord() { state.withLock { $0.hasDeferredRecords = true } }

    /// Checks that the source is the one that the sync reads. Throws `SourceError.notFound` and `SourceError.changed`.
    func check(in db: Database) throws {
        _ = try checkedNumber(in: db)
    }

    /// Begins a transaction that writes or removes records of the source. Throws the errors of `check`.
    func beginWriting(in db: Database) throws {
        let stored = try checkedNumber(in: db)
        let next = state.withLock { state -> Int64? in
            if stored != state.number { state.isOnlySync = false }
            if stored == state.number, state.hasNumber { return nil }
            (state.number, state.hasNumber) = (stored &+ 1, true)
            return state.number
        }
        if let next { try SourceTable.setSyncs(next, of: id, in: db) }
    }

    private func checkedNumber(in db: Database) throws -> Int64 {
        let (now, number) = try Self.read(name, readsPlaylists, in: db)
        guard now == definition else { throw SourceError.changed(name) }
        return number
    }

    private static func read(
        _ name: String, _ readsPlaylists: Bool, in db: Database
    ) throws -> (Definition, number: Int64) {
        let find = try RawStatement(
            db,
            """
            SELECT id, coalesce(identity, name) AS identity, address, playlists, added, syncs
                FROM source WHERE name = :name
            """,
            ["name": .text(name)])
        let found = try find.first {
            let definition = Definition(
                id: $0.integer("id"), identity: $0.text("identity"), address: $0.text("address"),
                playlists: readsPlaylists ? $0.optionalText("playlists") : nil, added: $0.integer("added"))
            return (definition, number: $0.integer("syncs"))
        }
        guard let found else { throw try SourceError.unknown(source: name, in: db) }
        return found
    }
}

/// The ids of the records, or of the playlists, that a sync has seen.
struct SeenRecords {
    private let detector: SyncConflictDetector
    private let insert: RawStatement
    private let setAdded: RawStatement

    init(_ db: Database, detector: SyncConflictDetector) throws {
        self.detector = detector
        insert = try RawStatement(db, "INSERT OR IGNORE INTO \(detector.seen)(id) VALUES (:id)")
        setAdded = try RawStatement(db, "UPDATE \(detector.seen) SET added = 1 WHERE id = :id")
    }

    /// Adds an id. If the sync has seen it before, rejects the record and returns true.
    ///
    /// Returns false after a concurrent sync of the source: two syncs of this program share the table.
    func rejectRepeated(_ id: Int64, position: Int, in summary: inout SyncSummary) throws -> Bool {
        guard detector.isOnlySync else { return false }
        if try insert.bind(["id": .integer(id)]).run() { return false }
        summary.repeatedCount += 1
        summary.reject(RejectedRecord(position: position, .repeatedID))
        return true
    }

    /// Stores that the sync has added a song for a record that it has seen.
    func setAdded(_ id: Int64) throws {
        try setAdded.bind(["id": .integer(id)]).run()
    }
}
