import GRDB
import GRDBSQLite
import Synchronization

/// Stops the statement of a cancelled read.
///
/// GRDB calls `sqlite3_interrupt`, which does nothing between two statements, so a statement that begins at the moment
/// of the cancellation would run to its end. SQLite therefore also asks this object while it runs one
/// (sqlite3_progress_handler).
final class ReadCancellation: Sendable {
    /// The number of a statement's instructions between two questions.
    private static let interval: CInt = 10_000
    private let isCancelled = Atomic(false)

    func cancel() { isCancelled.store(true, ordering: .relaxed) }

    /// Reads with a connection that no other read uses meanwhile.
    func run<Value>(_ body: (Database) throws -> Value, on db: Database) rethrows -> Value {
        sqlite3_progress_handler(
            db.sqliteConnection, Self.interval,
            { context in
                guard let context else { return 0 }
                let cancellation = Unmanaged<ReadCancellation>.fromOpaque(context).takeUnretainedValue()
                return cancellation.isCancelled.load(ordering: .relaxed) ? 1 : 0
            },
            Unmanaged.passUnretained(self).toOpaque())
        defer { sqlite3_progress_handler(db.sqliteConnection, 0, nil, nil) }
        return try body(db)
    }
}
