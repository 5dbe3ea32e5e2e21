import CPageChecksums
import Foundation
import GRDB

/// Looks at a library file from outside, as SQLite sees it.
struct LibraryFileCheck {
    let path: String

    init(path: String) {
        self.path = path
        // As in Fermata, pages that this process writes have checksums.
        _ = page_checksums_register()
    }

    /// What SQLite's integrity check says: `["ok"]`.
    func integrity() async throws -> [String] {
        var configuration = Configuration()
        configuration.readonly = true
        return try await DatabaseQueue(path: path, configuration: configuration)
            .read { try String.fetchAll($0, sql: "PRAGMA integrity_check") }
    }

    /// Runs SQL on the file, and moves the result into the file itself.
    func execute(_ sql: String) async throws {
        var configuration = Configuration()
        configuration.busyMode = .timeout(30)  // a server may use the library
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        try await queue.writeWithoutTransaction { db in
            try db.execute(sql: sql)
            try db.checkpoint(.truncate)
        }
        try queue.close()
    }

    /// Holds the library as a program that changes it does, for as long as the body runs.
    func whileLocked<Value>(_ body: () async throws -> Value) async throws -> Value {
        try await whileLocked(with: try DatabasePool(path: path, configuration: Self.unsafe), "", body)
    }

    /// Holds the library for one program alone, which not even readers pass by.
    func whileLockedFromReaders<Value>(_ body: () async throws -> Value) async throws -> Value {
        let queue = try DatabaseQueue(path: path, configuration: Self.unsafe)
        return try await whileLocked(with: queue, "PRAGMA locking_mode = EXCLUSIVE;", body)
    }

    private func whileLocked<Value>(
        with database: any DatabaseWriter, _ mode: String, _ body: () async throws -> Value
    ) async throws -> Value {
        try await database.writeWithoutTransaction { try $0.execute(sql: mode + "BEGIN EXCLUSIVE") }
        let value = try await body()
        try await database.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
        try database.close()
        return value
    }

    private static var unsafe: Configuration {
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        return configuration
    }

    /// Changes the library as a program does that continues to use it while the body runs.
    func whileOpen<Value>(changing sql: String, _ body: () async throws -> Value) async throws -> Value {
        let queue = try DatabaseQueue(path: path)
        try await queue.write { try $0.execute(sql: sql) }
        let value = try await body()
        try queue.close()
        return value
    }

    func overwrite(at offset: Int, count: Int) throws {
        try overwrite(at: offset, with: Data(repeating: 0x55, count: count))
    }

    /// Overwrites bytes of one page, and gives it the checksum of its new content.
    func overwriteUnnoticed(at offset: Int, count: Int) throws {
        try overwrite(at: offset, count: count)
        let start = offset / 4_096 * 4_096
        var page = [UInt8](try Data(contentsOf: URL(filePath: path))[start..<start + 4_096])
        page_checksum_set(&page, page.count)
        try overwrite(at: start, with: Data(page))
    }

    /// Flips the last bit of the byte after the first occurrence of some bytes.
    func flipBit(after bytes: Data) throws {
        let content = try Data(contentsOf: URL(filePath: path))
        guard let place = content.range(of: bytes)?.upperBound else { throw CocoaError(.fileReadCorruptFile) }
        try overwrite(at: place, with: Data([content[place] ^ 1]))
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
