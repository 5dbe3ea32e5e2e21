import Foundation
import GRDB

extension Configuration {
    /// Waits up to 30 seconds for the lock of another connection.
    static var patient: Configuration {
        var configuration = Configuration()
        configuration.busyMode = .timeout(30)
        return configuration
    }
}

/// Changes a library file with SQL, as another program does.
func change(_ path: String, _ sql: String) throws {
    let queue = try DatabaseQueue(path: path, configuration: .patient)
    try queue.write { try $0.execute(sql: sql) }
    try queue.close()
}

/// Moves the log of a library into its file, and returns the content of the file.
func checkpointedFile(at path: String) throws -> Data {
    try checkpoint(path)
    return try Data(contentsOf: URL(filePath: path))
}

/// Moves the log of a library into its file.
func checkpoint(_ path: String) throws {
    let queue = try DatabaseQueue(path: path, configuration: .patient)
    try queue.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
    try queue.close()
}

/// A connection that is in the middle of a change.
struct OpenTransaction {
    private let queue: DatabaseQueue

    init(path: String) throws {
        var configuration = Configuration.patient
        configuration.allowsUnsafeTransactions = true
        queue = try DatabaseQueue(path: path, configuration: configuration)
        try queue.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
    }

    func end() throws {
        try queue.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
    }
}

/// Overwrites bytes of a file.
func overwriteBytes(of path: String, at offset: Int, with bytes: some DataProtocol) throws {
    let file = try FileHandle(forWritingTo: URL(filePath: path))
    try file.seek(toOffset: UInt64(offset))
    try file.write(contentsOf: bytes)
    try file.close()
}

/// Overwrites a number of a file's bytes with 0x55, which is no valid page type.
func overwriteBytes(of path: String, at offset: Int, count: Int) throws {
    try overwriteBytes(of: path, at: offset, with: Data(repeating: 0x55, count: count))
}
