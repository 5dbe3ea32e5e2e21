import Foundation

/// Locks the log of an SQLite file like a program that recovers it after a crash, so that no other can read it.
///
/// Another connection must have the file open. Source: https://www.sqlite.org/walformat.html#wal_locks
package struct WALRecoveryLock {
    #if canImport(Darwin)
        private static let setLock = F_OFD_SETLK
    #else
        // A macro that Swift does not import.
        private static let setLock: Int32 = 37
    #endif
    private let index: Int32

    package static func withLock<Value>(on path: String, _ body: () async throws -> Value) async throws -> Value {
        let lock = try WALRecoveryLock(path)
        do {
            let value = try await body()
            lock.release()
            return value
        } catch {
            lock.release()
            throw error
        }
    }

    /// Locks bytes of the log's index until its descriptor is closed; returns false if another program has locked one.
    ///
    /// The lock belongs to the open file, not to the process, so it also excludes readers in the same process.
    package static func lock(_ bytes: Range<Int>, of index: Int32) -> Bool {
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_start = off_t(bytes.lowerBound)
        lock.l_len = off_t(bytes.count)
        return fcntl(index, setLock, &lock) == 0
    }

    /// Unlocks first: a process that another test is starting may have the open file for a moment longer.
    private func release() {
        var lock = flock()
        lock.l_type = Int16(F_UNLCK)
        _ = fcntl(index, Self.setLock, &lock)
        close(index)
    }

    private init(_ path: String) throws {
        index = open(path + "-shm", O_RDWR | O_CLOEXEC)
        guard index >= 0 else { throw CocoaError(.fileReadNoSuchFile) }
        let deadline = ContinuousClock.now + .seconds(60)
        while !Self.lock(120..<128, of: index) {
            guard ContinuousClock.now < deadline else {
                close(index)
                throw CocoaError(.fileLocking)
            }
            usleep(1_000)
        }
        // Invalidates both copies of the header, so that readers must recover the log.
        let header = [UInt8](repeating: 0, count: 96)
        guard pwrite(index, header, header.count, 0) == header.count else { throw CocoaError(.fileWriteUnknown) }
    }
}
