public import FermataDomain
import Foundation
import GRDB
import Synchronization

/// Observes a library file through its own connection, which sees the changes of all others.
///
/// Source: https://www.sqlite.org/pragma.html#pragma_data_version
public final class SQLiteLibraryChangeObserver: LibraryChangeObserver {
    private static let pause = Duration.milliseconds(200)
    /// The number of consecutive reads that may find the library locked before the observer reports it.
    private static let patience = 5
    private let library: SQLiteLibrary
    private let clock: any Clock<Duration>
    private let opened = Mutex<Opened?>(nil)

    /// A connection and the identity of its open file.
    private struct Opened {
        let queue: DatabaseQueue
        let file: UInt64
    }

    public init(library: SQLiteLibrary, clock: any Clock<Duration>) {
        self.library = library
        self.clock = clock
    }

    public func version() throws -> Int {
        if library.obstacle != nil { return try Self.stamp(of: library) }
        do {
            return try opened.withLock { opened in
                guard let file = LibraryFiles.inode(at: library.path) else { throw Self.removed(library) }
                // A repair may have replaced the file.
                if opened?.file != file { opened = nil }
                let connection = try opened ?? open()
                opened = connection
                let version = try connection.queue.unsafeRead { db in
                    try Int.fetchOne(db.cachedStatement(sql: "PRAGMA data_version")) ?? 0
                }
                return Self.stamp([connection.file, UInt64(version)])
            }
        } catch {
            // Opening a file that has been removed fails with one of several errors.
            throw LibraryFiles.inode(at: library.path) == nil ? Self.removed(library) : library.readingFailure(error)
        }
    }

    public func versions() -> AsyncThrowingStream<Int, any Error> {
        .fromTask(bufferingPolicy: .bufferingNewest(1)) { [self] continuation in
            var (last, misses) = (Int?.none, 0)
            while !Task.isCancelled {
                do {
                    let version = try version()
                    if version != last { continuation.yield(version) }
                    (last, misses) = (version, 0)
                } catch LibraryError.busy where misses < Self.patience {
                    misses += 1
                }
                try await clock.sleep(for: Self.pause)
            }
        }
    }

    private func open() throws -> Opened {
        var configuration = Configuration.library
        configuration.readonly = true
        // A version request must not block.
        configuration.busyMode = .immediateError
        // Read before the file is opened, so that a file that replaces it meanwhile counts as another one.
        guard let file = LibraryFiles.inode(at: library.path) else { throw Self.removed(library) }
        return Opened(queue: try DatabaseQueue(path: library.path, configuration: configuration), file: file)
    }

    /// A version made from the times and sizes of a file and its log, used if no connection can be opened.
    private static func stamp(of library: SQLiteLibrary) throws -> Int {
        var parts: [UInt64] = []
        for suffix in ["", "-wal"] {
            var status = stat()
            guard stat(library.path + suffix, &status) == 0 else {
                if suffix.isEmpty { throw removed(library) }
                continue
            }
            let modified = FileTime.modified(status)
            parts += [
                UInt64(status.st_ino), UInt64(bitPattern: Int64(status.st_size)),
                UInt64(bitPattern: Int64(modified.tv_sec)), UInt64(bitPattern: Int64(modified.tv_nsec)),
            ]
        }
        return stamp(parts)
    }

    /// A hash of numbers. JSON numbers are exact up to 53 bits.
    private static func stamp(_ parts: [UInt64]) -> Int {
        let stamp = parts.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ $1) &* 0x100_0000_01B3 }
        return Int((stamp ^ stamp >> 32) & (1 << 53 - 1))
    }

    private static func removed(_ library: SQLiteLibrary) -> LibraryError {
        .cannotOpen(path: library.path, .removed)
    }
}
