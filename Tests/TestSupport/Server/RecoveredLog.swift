import Foundation

/// Holds the log of an SQLite file as a program does that reads it anew after another one’s crash: nobody else reads.
///
/// The file has to be one that somebody has open. Source: https://www.sqlite.org/walformat.html#wal_locks
package struct RecoveredLog {
    #if canImport(Darwin)
        private static let setLock = F_OFD_SETLK
    #else
        // A macro that Swift does not see.
        private static let setLock: Int32 = 37
    #endif
    private let index: Int32

    package static func hold<Value>(of path: String, _ body: () async throws -> Value) async throws -> Value {
        let log = try RecoveredLog(path)
        do {
            let value = try await body()
            close(log.index)
            return value
        } catch {
            close(log.index)
            throw error
        }
    }

    private init(_ path: String) throws {
        index = open(path + "-shm", O_RDWR)
        guard index >= 0 else { throw CocoaError(.fileReadNoSuchFile) }
        // A lock of the open file, not of the process, so that this also holds off readers in the same one.
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_start = 120
        lock.l_len = 8
        let deadline = ContinuousClock.now + .seconds(60)
        while fcntl(index, Self.setLock, &lock) != 0 {
            guard ContinuousClock.now < deadline else {
                close(index)
                throw CocoaError(.fileLocking)
            }
            usleep(1_000)
        }
        // Both copies of the header, without which nobody trusts the index of the log.
        let header = [UInt8](repeating: 0, count: 96)
        guard pwrite(index, header, header.count, 0) == header.count else { throw CocoaError(.fileWriteUnknown) }
    }
}
