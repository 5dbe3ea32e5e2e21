import GRDBSQLite
import Synchronization

/// Stops the statement of a cancelled read.
///
/// GRDB calls `sqlite3_interrupt`, which does nothing between two statements, so a statement that begins at the moment
/// of the cancellation would run to its end. SQLite therefore also polls this object while a statement runs
/// (sqlite3_progress_handler).
package final class ReadCancellation: Sendable {
    /// The number of virtual-machine instructions between two checks.
    private static let interval: CInt = 10_000
    private let isCancelled = Atomic(false)

    package init() {}

    package func cancel() { isCancelled.store(true, ordering: .relaxed) }

    /// Runs a read. No other read may use the connection meanwhile.
    package func run<Value>(on connection: OpaquePointer?, _ read: () throws -> Value) rethrows -> Value {
        sqlite3_progress_handler(
            connection, Self.interval,
            { context in
                guard let context else { return 0 }
                let cancellation = Unmanaged<ReadCancellation>.fromOpaque(context).takeUnretainedValue()
                return cancellation.isCancelled.load(ordering: .relaxed) ? 1 : 0
            },
            Unmanaged.passUnretained(self).toOpaque())
        defer { sqlite3_progress_handler(connection, 0, nil, nil) }
        return try read()
    }
}
