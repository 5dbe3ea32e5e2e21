import Dispatch
import FermataDomain
import Foundation
import GRDB
import Synchronization

/// Makes a copy durable, and reads it back meanwhile.
struct BackupCheck {
    /// The file that was copied byte by byte; nil if SQLite copied it.
    let source: CInt?
    let target: PartFile
    let length: Int64

    /// Returns whether the durable copy equals its source and SQLite finds no damage in it.
    ///
    /// Throws `StorageFailure`, `DownloadError` or `DatabaseError`.
    func run() throws -> Bool {
        let checks: [() throws -> Bool] = [flush, isEqual, isIntact]
        let results = Mutex<[Result<Bool, any Error>?]>(Array(repeating: nil, count: checks.count))
        nonisolated(unsafe) let concurrent = checks
        DispatchQueue.concurrentPerform(iterations: checks.count) { index in
            let result = Result { try concurrent[index]() }
            results.withLock { $0[index] = result }
        }
        return try results.withLock { try $0.allSatisfy { try $0?.get() ?? false } }
    }

    private func flush() throws -> Bool {
        try target.flush()
        return true
    }

    private func isEqual() throws -> Bool {
        guard let source else { return try target.length() == length }
        return try FileCopy.areEqual(source, target.descriptor, count: length)
    }

    private func isIntact() throws -> Bool {
        guard try LibraryHeader.check(path: target.path) != .nothing else { return false }
        var configuration = Configuration()
        configuration.readonly = true
        let copy = try DatabaseQueue(
            path: LibraryAccessMode.immutable(target.path), configuration: configuration)
        let result = try copy.inDatabase { try String.fetchOne($0, sql: "PRAGMA quick_check(1)") }
        try copy.close()
        if result != "ok" { throw LibraryError.damaged(path: target.path) }
        return true
    }
}
