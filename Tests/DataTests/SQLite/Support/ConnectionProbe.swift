import GRDB
import GRDBSQLite
import Synchronization

/// Observes all SQLite connections of this process to one file: the SQL that they run, and their settings.
///
/// It must exist before the file is opened.
final class ConnectionProbe: Sendable {
    private let path: String

    /// `opened` is called in the thread that has opened a connection, before it is used. `started` is called with each
    /// statement in the thread that is about to run it. Both can change files like another program at this moment.
    init(
        _ path: String, opened: @escaping @Sendable () -> Void = {},
        started: @escaping @Sendable (_ sql: String) -> Void = { _ in }
    ) {
        self.path = path
        Self.observe(path, Probed(opened: opened, started: started))
    }

    /// Returns the SQL that runs during `body`, with its bound values.
    func statements(while body: () async throws -> Void) async throws -> [String] {
        probed.withLock { $0[path]?.statements = [] }
        try await body()
        return statements
    }

    /// The SQL that ran so far, or since `statements(while:)` was called.
    var statements: [String] { probed.withLock { $0[path]?.statements ?? [] } }

    /// Runs a PRAGMA on each connection that can write, and returns its results. No connection may be in use.
    func pragma(_ text: String) -> [String] {
        let connections = probed.withLock { $0[path]?.connections ?? [] }
        return connections.compactMap(OpaquePointer.init(bitPattern:)).filter { sqlite3_db_readonly($0, "main") == 0 }
            .compactMap { connection in
                var statement: OpaquePointer?
                defer { sqlite3_finalize(statement) }
                guard sqlite3_prepare_v2(connection, "PRAGMA " + text, -1, &statement, nil) == SQLITE_OK,
                    sqlite3_step(statement) == SQLITE_ROW
                else { return nil }
                return sqlite3_column_text(statement, 0).map { String(cString: $0) }
            }
    }
}

private struct Probed {
    var connections: Set<UInt> = []
    var statements: [String] = []
    let opened: @Sendable () -> Void
    let started: @Sendable (_ sql: String) -> Void
}

/// Keyed by file path.
private let probed = Mutex<[String: Probed]>([:])

extension ConnectionProbe {
    private static func observe(_ path: String, _ observed: Probed) {
        probed.withLock { $0[path] = observed }
        sqlite3_auto_extension(unsafeBitCast(opened, to: (@convention(c) () -> Void).self))
    }

    private typealias Opened =
        @convention(c) (
            OpaquePointer?, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, OpaquePointer?
        ) -> CInt

    /// SQLite calls this for each connection that it opens.
    private static let opened: Opened = { connection, _, _ in
        guard let connection, let path = path(of: connection) else { return SQLITE_OK }
        let key = UInt(bitPattern: connection)
        let opened = probed.withLock { files in
            files[path]?.connections.insert(key)
            return files[path]?.opened
        }
        opened?()
        return sqlite3_trace_v2(connection, UInt32(SQLITE_TRACE_STMT | SQLITE_TRACE_CLOSE), traced, nil)
    }

    private static let traced:
        @convention(c) (UInt32, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> CInt =
            { event, _, object, _ in
                let object = object.map { OpaquePointer($0) }
                if event == UInt32(SQLITE_TRACE_CLOSE) {
                    let key = UInt(bitPattern: object)
                    probed.withLock { files in
                        for path in files.keys { files[path]?.connections.remove(key) }
                    }
                } else if let text = sqlite3_expanded_sql(object) {
                    let sql = String(cString: text)
                    sqlite3_free(text)
                    guard let path = sqlite3_db_handle(object).flatMap(path(of:)) else { return 0 }
                    let started = probed.withLock { files in
                        files[path]?.statements.append(sql)
                        return files[path]?.started
                    }
                    started?(sql)
                }
                return 0
            }

    /// The probed file of a connection; nil for other files.
    private static func path(of connection: OpaquePointer) -> String? {
        guard let name = sqlite3_db_filename(connection, "main").map({ String(cString: $0) }) else { return nil }
        // The name has no symbolic links, unlike paths in the temporary folder of macOS.
        return probed.withLock { files in files.keys.first { name.hasSuffix($0) } }
    }
}

extension Database {
    /// Returns SQLite's plan for each statement: the lines of `EXPLAIN QUERY PLAN`.
    func queryPlans(of statements: [String]) throws -> [[String]] {
        try statements.map { statement in
            try Row.fetchAll(self, sql: "EXPLAIN QUERY PLAN " + statement).map { $0["detail"] as String }
        }
    }

    /// Returns the names of all indexes, sorted.
    func indexNames() throws -> [String] {
        try String.fetchAll(self, sql: "SELECT name FROM sqlite_schema WHERE type = 'index' ORDER BY name")
    }
}
