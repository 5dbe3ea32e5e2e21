import CPageChecksums
import Foundation
import GRDB

/// Checks, locks and damages a library file without Fermata.
struct LibraryFile {
    let path: String

    init(path: String) {
        self.path = path
        // Adds checksums to pages that this process writes, as in Fermata.
        _ = page_checksums_register()
    }

    /// The rows of SQLite's integrity check: `["ok"]` if intact.
    func integrity() async throws -> [String] {
        var configuration = Self.patient
        configuration.readonly = true
        return try await DatabaseQueue(path: path, configuration: configuration)
            .read { try String.fetchAll($0, sql: "PRAGMA integrity_check") }
    }

    /// Moves the log into the main file.
    func checkpoint() async throws { try await execute("") }

    /// Executes SQL, and moves the log into the main file.
    func execute(_ sql: String) async throws {
        let queue = try DatabaseQueue(path: path, configuration: Self.patient)
        try await queue.writeWithoutTransaction { db in
            try db.execute(sql: sql)
            try db.checkpoint(.truncate)
        }
        try queue.close()
    }

    /// Locks the library against changes while the body runs.
    func withWriteLock<Value>(_ body: () async throws -> Value) async throws -> Value {
        try await withLock(of: try DatabasePool(path: path, configuration: Self.unsafe), "", body)
    }

    /// Locks the library against changes and reads while the body runs.
    func withExclusiveLock<Value>(_ body: () async throws -> Value) async throws -> Value {
        let queue = try DatabaseQueue(path: path, configuration: Self.unsafe)
        return try await withLock(of: queue, "PRAGMA locking_mode = EXCLUSIVE;", body)
    }

    private func withLock<Value>(
        of database: any DatabaseWriter, _ mode: String, _ body: () async throws -> Value
    ) async throws -> Value {
        try await database.writeWithoutTransaction { try $0.execute(sql: mode + "BEGIN EXCLUSIVE") }
        let value = try await body()
        try await database.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
        try database.close()
        return value
    }

    /// Waits up to 30 seconds for the lock of another connection.
    private static var patient: Configuration {
        var configuration = Configuration()
        configuration.busyMode = .timeout(30)
        return configuration
    }

    private static var unsafe: Configuration {
        var configuration = patient
        configuration.allowsUnsafeTransactions = true
        return configuration
    }

    /// Changes the library, and stays connected to it while the body runs.
    func whileOpen<Value>(changing sql: String, _ body: () async throws -> Value) async throws -> Value {
        let queue = try DatabaseQueue(path: path, configuration: Self.patient)
        try await queue.write { try $0.execute(sql: sql) }
        let value = try await body()
        try queue.close()
        return value
    }

    /// Returns the offset of the first page of a table or an index.
    func offset(of name: String) async throws -> Int {
        let sql = "SELECT (rootpage - 1) * page_size FROM sqlite_schema, pragma_page_size WHERE name = ?"
        let queue = try DatabaseQueue(path: path, configuration: Self.patient)
        let offset = try await queue.read { try Int.fetchOne($0, sql: sql, arguments: [name]) }
        try queue.close()
        guard let offset else { throw CocoaError(.fileReadUnknown) }
        return offset
    }

    func overwrite(at offset: Int, count: Int) throws {
        try overwrite(at: offset, with: Data(repeating: 0x55, count: count))
    }

    /// Flips the last bit of the byte after the first occurrence of some bytes.
    func flipBit(after bytes: Data) throws {
        let content = try Data(contentsOf: URL(filePath: path))
        guard let offset = content.range(of: bytes)?.upperBound else { throw CocoaError(.fileReadCorruptFile) }
        try overwrite(at: offset, with: Data([content[offset] ^ 1]))
    }

    private func overwrite(at offset: Int, with bytes: Data) throws {
        let file = try FileHandle(forWritingTo: URL(filePath: path))
        try file.seek(toOffset: UInt64(offset))
        try file.write(contentsOf: bytes)
        try file.close()
    }

    func size() throws -> Int {
        try URL(filePath: path).resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
    }
}
