public import FermataDomain
public import Foundation
import GRDB

/// Backups of the library file at a path, which need not be open.
public struct SQLiteBackupRepository: LibraryBackupRepository {
    private let path: String
    private let patience: Duration
    private let now: @Sendable () -> Date

    /// `patience` is how long to wait for another program's transaction.
    public init(path: String, patience: Duration, now: @escaping @Sendable () -> Date) {
        self.path = path
        self.patience = patience
        self.now = now
    }

    public func backUp(
        to path: String, replacing: Bool
    ) -> any AsyncSequence<BackupEvent, any Error> & Sendable {
        TaskSequence<BackupEvent> { send in
            let copied = try await BlockingIO.run {
                try copy(to: path, replacing: replacing) { try send(.progress($0)) {} }
            }
            try send(.finished(LibraryBackup(path: path, bytes: copied))) {}
        }
    }

    public func stage(_ path: String) async throws -> any StagedLibrary {
        try await BlockingIO.run {
            try SQLiteStagedLibrary(path, library: self.path, patience: patience, now: now)
        }
    }

    private func copy(to path: String, replacing: Bool, progress: (BackupProgress) throws -> Void) throws -> Int64 {
        do {
            let target = try BackupTarget(path, library: self.path, replacing: replacing)
            try SQLiteLibraryFile(path: self.path, patience: patience, now: now).completeInterruptedRepair()
            let snapshot = try LibrarySnapshot(of: self.path, patience: patience)
            defer { try? snapshot.close() }  // the backup does not depend on it
            let part = try target.temporaryFile()
            do {
                let length = try target.rethrowing {
                    try withoutActuallyEscaping(progress) { progress in
                        try snapshot.copy(to: part) { written, total in
                            try progress(BackupProgress(written: written, total: total))
                        } check: { check in
                            guard try check.run() else { throw BackupError.notVerified(path: path) }
                        }
                    }
                }
                try target.publish(part)
                return length
            } catch {
                try? part.remove()  // the first error is the cause
                throw error
            }
        } catch let failure as StorageFailure {
            throw BackupError.cannotWrite(path: path, failure)
        } catch let error as DatabaseError {
            throw Self.failure(error, path: path, library: self.path)
        } catch LibraryError.damaged {
            throw BackupError.damagedLibrary(path: self.path)
        }
    }

    /// Maps an error of SQLite, which reads the library and may write the backup.
    private static func failure(_ error: DatabaseError, path: String, library: String) -> any Error {
        switch error.resultCode {
        case .SQLITE_BUSY, .SQLITE_LOCKED: LibraryError.busy(path: library)
        case _ where error.isDamage: BackupError.damagedLibrary(path: library)
        case .SQLITE_FULL: BackupError.cannotWrite(path: path, .full)
        default: LibraryError.cannotOpen(path: library, StorageFailure(error))
        }
    }
}
