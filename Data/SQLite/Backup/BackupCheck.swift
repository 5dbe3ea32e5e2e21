import Dispatch
import FermataDomain
import Foundation
import GRDB
import Synchronization

/// Makes a copy durable, and verifies it at the same time.
struct BackupCheck: Sendable {
    /// The file that was copied byte by byte; nil if SQLite copied it.
    let source: CInt?
    let target: PartFile
    let length: Int64

    /// Returns whether the durable copy equals its source, byte by byte.
    ///
    /// Throws `LibraryError.damaged` if a page has a wrong checksum or is unreadable, `StorageFailure`, `DownloadError` or
    /// `DatabaseError`.
    func run() throws -> Bool {
        let copy = try MappedFile(target.descriptor)
        let results = Mutex<[Result<Bool, any Error>]>([])
        DispatchQueue.concurrentPerform(iterations: 3) { index in
            let result = Result {
                switch index {
                case 0: try flush()
                case 1: try isEqual(to: copy)
                default: try checkTrees(of: copy)
                }
            }
            results.withLock { $0.append(result) }
        }
        return try results.withLock { try $0.allSatisfy { try $0.get() } }
    }

    private func flush() throws -> Bool {
        try target.flush()
        return true
    }

    private func isEqual(to copy: MappedFile) throws -> Bool {
        guard copy.bytes.count == Int(length) else { return false }
        return try source.map { try FileCopy.hasBytes(copy.bytes, $0) } ?? true
    }

    private func checkTrees(of copy: MappedFile) throws -> Bool {
        guard try LibraryHeader.check(path: target.path) != .nothing else { return false }
        var configuration = Configuration.library
        configuration.readonly = true
        let queue = try DatabaseQueue(path: LibraryAccessMode.immutable(target.path), configuration: configuration)
        let (roots, pageSize) = try queue.read { db in
            (
                try Int.fetchAll(db, sql: "SELECT rootpage FROM sqlite_master WHERE rootpage > 0"),
                try Int.fetchOne(db, sql: "PRAGMA page_size") ?? 0
            )
        }
        try queue.close()
        if PageChecksums.hasWrongChecksum(in: copy.bytes, pageSize: pageSize) {
            throw LibraryError.damaged(path: target.path)
        }
        var check = TreeCheck(copy.bytes, pageSize: pageSize)
        for root in [1] + roots {
            guard check.isIntact(root: root) else { throw LibraryError.damaged(path: target.path) }
        }
        return true
    }
}
