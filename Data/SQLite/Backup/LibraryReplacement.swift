import FermataDomain
import Foundation
import GRDB

/// Replaces the content of a library with that of a prepared copy, and stores the replaced content beside it.
struct LibraryReplacement {
    private let library: String
    private let patience: Duration
    private let stamp: Date

    /// `library` is the resolved path.
    init(of library: String, patience: Duration, stamp: Date) {
        self.library = library
        self.patience = patience
        self.stamp = stamp
    }

    /// Returns the path of the replaced content; nil if there was no library. Throws `LibraryError`.
    func run(with copy: PartFile) throws -> String? {
        do {
            return try FileLock.exclusively(at: library + ".lock") {
                // A log without its library cannot be read.
                guard access(library, F_OK) == 0, LibraryFiles(library).hasContent else {
                    return try replaceFile(with: copy)
                }
                do {
                    _ = try LibraryHeader.check(path: library)
                    return try replaceContent(with: copy)
                } catch LibraryError.newerVersion(let path) {
                    throw LibraryError.newerVersion(path: path)
                } catch LibraryError.damaged, LibraryError.cannotOpen(_, .notALibrary) {
                    return try replaceFile(with: copy)
                } catch let error as DatabaseError where error.isDamage {
                    return try replaceFile(with: copy)
                }
            }
        } catch let error as DatabaseError {
            throw failure(error)
        } catch let failure as StorageFailure {
            throw LibraryError.cannotWrite(path: library, failure)
        } catch DownloadError.cannotStore(_, let failure) {
            throw LibraryError.cannotWrite(path: library, failure)
        }
    }

    /// Writes the copy into the open library in one transaction, so that other programs read it from then on.
    ///
    /// No program can change the library between the copy of its content and the transaction's end.
    private func replaceContent(with copy: PartFile) throws -> String {
        // Opened first and closed last: closing its descriptor releases this program's locks on the library.
        let snapshot = try LibrarySnapshot(of: library, patience: patience)
        defer { try? snapshot.close() }  // nothing depends on it any more
        try snapshot.switchToLog()
        let transfer = try PageTransfer(from: copy.path, into: library, patience: patience)
        defer { transfer.close() }
        try transfer.lock()
        let replaced = try store(snapshot)
        do {
            try transfer.run()
        } catch {
            unlink(replaced)  // the library still has this content
            throw error
        }
        return replaced
    }

    /// Copies the content to a file beside the library, and returns its path.
    private func store(_ snapshot: LibrarySnapshot) throws -> String {
        let part = try PartFile.temporary(for: library, permissions: 0o600)
        do {
            _ = try snapshot.copy(to: part, progress: { _, _ in }) { check in try check.target.flush() }
            let path = unusedPath
            try part.rename(toUnused: path)
            try PartFile.flushFolder(DocumentPath.folder(of: library))
            return path
        } catch {
            try? part.remove()  // the first error is the cause
            throw error
        }
    }

    /// Gives the copy the library's name; an unreadable library, or a log without one, gets another name first.
    ///
    /// A program that is killed meanwhile leaves the former library or the restored one under the library's name.
    private func replaceFile(with copy: PartFile) throws -> String? {
        let existed = access(library, F_OK) == 0
        LibraryFiles(library).createPrivately()  // so that there is a file to lock
        let lock = try WriterLock(path: library, patience: patience)
        defer { lock.release() }
        // Read under the lock: another program may have created the library meanwhile.
        let hasContent = existed ? LibraryFiles(library).hasContent : !LibraryFiles(library).isEmpty
        let replaced = try PendingLibrary(path: library).replace(with: copy, at: stamp, lock: lock)
        if hasContent { return replaced }
        // An empty file, and the shared memory that locking it has created. A log without a library stays.
        for ending in existed ? ["", "-wal", "-shm"] : ["", "-shm"] { unlink(replaced + ending) }
        return nil
    }

    private var unusedPath: String { LibraryFiles(library).unusedPath(ending: "replaced", at: stamp) }

    private func failure(_ error: DatabaseError) -> LibraryError {
        switch error.resultCode {
        case .SQLITE_BUSY, .SQLITE_LOCKED: .busy(path: library)
        default: .cannotWrite(path: library, StorageFailure(error))
        }
    }
}
