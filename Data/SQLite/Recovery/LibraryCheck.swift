import Dispatch
import FermataDomain
import GRDB
import Synchronization

/// Checks a library's file without changing it.
struct LibraryCheck {
    private let path: String
    private let patience: Duration

    /// `patience` is how long to wait for another program's transaction.
    init(path: String, patience: Duration) {
        (self.path, self.patience) = (path, patience)
    }

    /// Reads the file on two threads. Throws `LibraryError.cannotOpen`, `.newerVersion` or `.busy`.
    func findings() throws -> Set<LibraryFinding> {
        do {
            let header = try LibraryHeader.check(path: path)
            if header == .nothing { return [] }
            let isDamagedLog = try whileUnchanged { try log()?.damagedFrames ?? 0 > 0 }
            // Opened first and closed last: it cannot write, so SQLite does not copy the log into the file at the end.
            let reader = try DatabaseQueue(path: LibraryAccessMode.readablePath(path), configuration: .readingLibrary)
            defer { withExtendedLifetime(reader) {} }
            if header == .currentLibrary, try reader.read(LibraryStructure.isForeign) {
                // The check of the content would run triggers.
                let findings = try reader.inDatabase(LibraryIntegrity.findings)
                if !findings.isEmpty, try isForeignLog() { return [.foreignLog] }
                return findings.union([.structure])
            }
            let (integrity, content) = Self.runInParallel(
                { try reader.inDatabase(LibraryIntegrity.findings) }, contentFindings)
            let findings = try integrity.get()
            guard findings.isEmpty else { return try isForeignLog() ? [.foreignLog] : findings }
            return try content.get().union(isDamagedLog ? [.log] : [])
        } catch LibraryError.damaged {
            return [.file]
        } catch let error as DatabaseError {
            switch error.resultCode {
            case _ where error.isDamage: return try isForeignLog() ? [.foreignLog] : [.file]
            case .SQLITE_BUSY, .SQLITE_LOCKED: throw LibraryError.busy(path: path)
            default: throw LibraryError.cannotOpen(path: path, StorageFailure(error))
            }
        }
    }

    /// Checks a library that this program has open, without blocking writers.
    ///
    /// Uses SQLite only: closing another descriptor of the file would drop this program's locks. So it leaves out the
    /// header, the log's checksums, and the search index, whose check needs a connection that writes.
    /// Source: https://www.sqlite.org/howtocorrupt.html#_posix_advisory_locks_canceled_by_a_separate_thread_doing_close_
    func findingsWhileOpen() async throws -> Set<LibraryFinding> {
        do {
            let path = LibraryAccessMode.readablePath(path)
            let reader = try DatabaseQueue(path: path, configuration: .readingLibrary)
            if try await reader.read(LibraryStructure.isForeign) { return [.structure] }
            // Without a transaction, because an unreadable page ends it.
            let findings = try await reader.unsafeRead(LibraryIntegrity.findings)
            return findings.isEmpty ? try await reader.read(LibraryContentCheck.findings) : findings
        } catch let error as DatabaseError {
            switch error.resultCode {
            case _ where error.isDamage: return [.file]
            case .SQLITE_INTERRUPT: throw CancellationError()
            default: throw LibraryError.busy(path: path)
            }
        }
    }

    /// Whether a file that is damaged together with its log is intact without it.
    ///
    /// SQLite would copy the log into the file as if it belonged to it.
    private func isForeignLog() throws -> Bool {
        try whileUnchanged {
            guard try log()?.offsets.isEmpty == false else { return false }
            return try isConsistent(LibraryAccessMode.immutable(path))
        }
    }

    /// Runs the body, which reads the log without SQLite, while no program can change it; returns false without a log.
    ///
    /// A library that cannot be changed needs no lock.
    private func whileUnchanged(_ body: () throws -> Bool) throws -> Bool {
        guard LibraryFiles(path).hasLog else { return false }
        if LibraryAccessMode.obstacle(to: path) != nil { return try body() }
        let lock = try WriterLock(path: path, patience: patience)
        defer { lock.release() }
        return try body()
    }

    private func log() throws -> WriteAheadLog? { try DatabaseBytes(path: path + "-wal").map(WriteAheadLog.init) }

    /// A file that SQLite cannot read is not consistent.
    private func isConsistent(_ path: String) throws -> Bool {
        do {
            return try DatabaseQueue(path: path, configuration: .readingLibrary)
                .inDatabase(LibraryIntegrity.isConsistent)
        } catch let error as DatabaseError where error.isDamage {
            return false
        }
    }

    /// Compares rows with each other and with the search index.
    private func contentFindings() throws -> Set<LibraryFinding> {
        let reader = try DatabaseQueue(path: LibraryAccessMode.readablePath(path), configuration: .readingLibrary)
        let findings = try reader.read { db in
            try db.tableExists("playlist") ? LibraryContentCheck.findings(in: db) : []
        }
        guard findings.isEmpty, LibraryAccessMode.obstacle(to: path) == nil else { return findings }
        var configuration = Configuration.library
        configuration.busyMode = .timeout(5)
        do {
            let writer = try DatabaseQueue(path: path, configuration: configuration)
            try writer.writeWithoutTransaction { try LibraryIntegrity.checkSearchIndex($0, againstNames: true) }
            return []
        } catch let error as DatabaseError where error.isDamage {
            return [.search]
        }
    }

    /// Runs two operations at the same time on threads that may block.
    private static func runInParallel<First: Sendable, Second: Sendable>(
        _ first: @Sendable () throws -> First, _ second: @Sendable () throws -> Second
    ) -> (Result<First, any Error>, Result<Second, any Error>) {
        let firstResult = Mutex<Result<First, any Error>>(.failure(CancellationError()))
        let secondResult = Mutex<Result<Second, any Error>>(.failure(CancellationError()))
        DispatchQueue.concurrentPerform(iterations: 2) { index in
            if index == 0 {
                let result = Result(catching: first)
                firstResult.withLock { $0 = result }
            } else {
                let result = Result(catching: second)
                secondResult.withLock { $0 = result }
            }
        }
        return (firstResult.withLock { $0 }, secondResult.withLock { $0 })
    }
}
