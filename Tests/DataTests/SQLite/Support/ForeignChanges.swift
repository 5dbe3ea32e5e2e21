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
