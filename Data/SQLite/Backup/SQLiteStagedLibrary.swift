import FermataDomain
import Foundation
import GRDB

/// A checked copy of a backup beside the library, ready to replace the library's content.
final class SQLiteStagedLibrary: StagedLibrary {
    let backup: LibrarySummary
    let present: PresentLibrary
    private let copy: StagedCopy
    private let library: String
    private let patience: Duration
    private let now: @Sendable () -> Date

    /// Throws `BackupError` or `LibraryError`.
    init(_ path: String, library: String, patience: Duration, now: @escaping @Sendable () -> Date) throws {
        guard let resolved = DocumentPath.destination(of: library) else {
            throw LibraryError.cannotOpen(path: library, .linkLoop)
        }
        if LibraryFiles(library).contains(path) { throw BackupError.cannotRead(path: path, .isLibrary) }
        // A repair that a later program completes would replace the restored library.
        try PendingLibrary(path: resolved).complete(patience: patience)
        present = try ExistingLibraryReader(path: library).read()
        copy = try StagedCopy(of: path, besides: resolved)
        do {
            backup = try copy.prepare()
        } catch {
            copy.remove()
            throw error
        }
        self.library = resolved
        self.patience = patience
        self.now = now
    }

    func restore() async throws -> RestoredLibrary {
        try await BlockingIO.run { [self] in
            defer { copy.remove() }
            let replacement = LibraryReplacement(of: library, patience: patience, stamp: now())
            let replaced = try replacement.run(with: copy.part)
            FileLibraryHealthRepository(library: library).remove()
            return RestoredLibrary(replacedPath: replaced)
        }
    }

    func discard() async {
        copy.remove()
    }
}

/// A copy of a backup under a temporary name beside the library.
private struct StagedCopy: Sendable {
    let part: PartFile
    private let path: String
    private let library: String
    private let changed: Date

    /// Copies the backup without changing it. `besides` is the library's resolved path.
    ///
    /// Throws `BackupError` if the backup, or `LibraryError` if the library's folder cannot be used.
    init(of path: String, besides library: String) throws {
        (self.path, self.library) = (path, library)
        guard let file = DocumentPath.destination(of: path) else {
            throw BackupError.cannotRead(path: path, .linkLoop)
        }
        guard let source = try Self.open(file) else { throw BackupError.cannotRead(path: path, .missing) }
        changed = FileTime.modificationDate(source.status)
        let log = try Self.open(file + "-wal")
        do {
            try Self.checkHeader(path)
            PartFile.removeLeftovers(of: library)
            part = try PartFile.temporary(for: library, permissions: 0o600)
        } catch DownloadError.cannotStore(_, let failure) {
            throw LibraryError.cannotWrite(path: library, failure == .missing ? .folderMissing : failure)
        }
        do {
            try LibrarySnapshot.copyBytes(Self.length(source.file), from: source.file, to: part.file)
            // A backup that some program has opened may have a log. Its length is read after the database file is
            // copied, so that the copy of the log has all pages that were moved into that file meanwhile.
            if let log {
                let target = try OpenFile(part.path + "-wal", O_RDWR | O_CREAT | O_EXCL)
                try LibrarySnapshot.copyBytes(Self.length(log.file), from: log.file, to: target)
            }
        } catch let failure as StorageFailure {
            remove()
            throw LibraryError.cannotWrite(path: library, failure)
        }
    }

    /// Checks the copy completely, migrates it to the current schema, makes it durable, and returns its content.
    ///
    /// Throws `BackupError`, or `LibraryError` if the disk is full or fails.
    func prepare() throws -> LibrarySummary {
        do {
            let queue = try DatabaseQueue(path: part.path, configuration: .library)
            try queue.writeWithoutTransaction { db in
                if try LibraryStructure.isForeign(in: db) { throw BackupError.foreignStructure(path: path) }
                if try LibraryIntegrity.isDamaged(db) { throw BackupError.damaged(path: path) }
                // The library's file and its copy have to have pages of one size.
                if try Int.fetchOne(db, sql: "PRAGMA page_size") != LibrarySchema.pageSize {
                    try db.execute(
                        sql: "PRAGMA journal_mode = DELETE; PRAGMA page_size = \(LibrarySchema.pageSize); VACUUM")
                }
            }
            try queue.close()
            // The library to restore may have checksums, and SQLite never frees the bytes reserved for them.
            try PageChecksums.add(to: part.path)
            try migrate()
            try part.flush()
            return LibrarySummary(changed: changed, counts: try ExistingLibraryReader.counts(path: part.path))
        } catch let error as DatabaseError where error.isDamage {
            throw BackupError.damaged(path: path)
        } catch let error as DatabaseError where StorageFailure(error).isOfDisk {
            throw LibraryError.cannotWrite(path: library, StorageFailure(error))
        } catch LibraryError.cannotOpen(_, let failure) where failure.isOfDisk {
            throw LibraryError.cannotWrite(path: library, failure)
        } catch LibraryError.cannotWrite(_, let failure), DownloadError.cannotStore(_, let failure) {
            throw LibraryError.cannotWrite(path: library, failure)
        } catch is DatabaseError {
            throw BackupError.damaged(path: path)
        } catch is LibraryError {
            throw BackupError.damaged(path: path)
        }
    }

    func remove() {
        try? part.remove()  // the next restore removes leftovers
        for ending in ["-wal", "-shm", "-journal"] { unlink(part.path + ending) }
    }

    private func migrate() throws {
        let pool = try SQLiteLibrary(path: part.path).pool()
        try pool.writeWithoutTransaction { db in
            // Servers may have received these plays since the backup was made.
            try HistoryTable.removeScrobbles(in: db)
            _ = try db.checkpoint(.truncate)
        }
        try pool.close()
    }

    /// Opens a regular file; nil if no file has this path. Throws `BackupError`.
    private static func open(_ path: String) throws -> (file: OpenFile, status: stat)? {
        do throws(StorageFailure) {
            let file = try OpenFile(path, O_RDONLY | O_NONBLOCK)
            let status = try file.status()
            if let failure = StorageFailure(unlessRegular: status) { throw failure }
            return (file, status)
        } catch .missing {
            return nil
        } catch {
            throw BackupError.cannotRead(path: path, error)
        }
    }

    private static func length(_ file: OpenFile) throws -> Int64 { Int64(try file.status().st_size) }

    private static func checkHeader(_ path: String) throws {
        do {
            guard try LibraryHeader.check(path: path) != .nothing else {
                throw BackupError.cannotRead(path: path, .notALibrary)
            }
        } catch LibraryError.newerVersion {
            throw BackupError.newerVersion(path: path)
        } catch LibraryError.olderVersion {
            throw BackupError.olderVersion(path: path)
        } catch LibraryError.damaged {
            throw BackupError.damaged(path: path)
        } catch LibraryError.cannotOpen(_, let failure) {
            throw BackupError.cannotRead(path: path, failure)
        }
    }
}

/// Replaces the content of a library with that of a prepared copy, and stores the replaced content beside it.
private struct LibraryReplacement {
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
    /// Readers see the former content until their transaction ends. A program that is killed before the end leaves it.
    private func replaceContent(with copy: PartFile) throws -> String? {
        // Opened first and closed last: closing its descriptor releases this program's locks on the library.
        let snapshot = try LibrarySnapshot(of: library, patience: patience)
        defer { try? snapshot.close() }  // nothing depends on it any more
        try snapshot.switchToLog()
        let source = try DatabaseQueue(path: LibraryAccessMode.immutable(copy.path), configuration: .readingLibrary)
        var configuration = Configuration.library
        configuration.busyMode = .timeout(patience / .seconds(1))
        let target = try DatabaseQueue(path: library, configuration: configuration)
        defer { try? target.close() }  // an unclosed queue is closed with its last reference
        var replaced: String?
        do {
            try target.inDatabase { target in
                try target.execute(sql: "PRAGMA synchronous = FULL")
                try source.inDatabase { source in
                    // The first page locks out all writers, so that no change is made after the content was stored.
                    try source.backup(to: target, pagesPerStep: 1) { _ in
                        if replaced == nil { replaced = try store(snapshot) }
                    }
                }
                // Moves the pages from the log into the file, if no reader needs the log; otherwise a later writer
                // does.
                _ = try? target.checkpoint(.truncate)
            }
        } catch {
            if let replaced { unlink(replaced) }  // the library still has this content
            throw error
        }
        return replaced
    }

    /// Copies the content to a file beside the library, and returns its path.
    private func store(_ snapshot: LibrarySnapshot) throws -> String {
        let part = try PartFile.temporary(for: library, permissions: 0o600)
        return try part.removedOnFailure {
            try snapshot.copy(to: part)
            let path = unusedPath
            try part.publish(as: path, replacing: false)
            return path
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

/// Reads the state of the library at a path, without creating, migrating or repairing it.
private struct ExistingLibraryReader {
    let path: String

    /// Throws `LibraryError` for a library that must not be replaced: another version's, or not a file.
    func read() throws -> PresentLibrary {
        var status = stat()
        guard stat(path, &status) == 0 else { return .missing }
        if let failure = StorageFailure(unlessRegular: status) {
            throw LibraryError.cannotOpen(path: path, failure)
        }
        if let obstacle = LibraryAccessMode.obstacle(to: path) {
            throw LibraryError.cannotWrite(path: path, obstacle)
        }
        do {
            guard LibraryFiles(path).hasContent else { return .missing }
            _ = try LibraryHeader.check(path: path)
            let changed = max(FileTime.modificationDate(status), logChanged)
            return .readable(LibrarySummary(changed: changed, counts: try Self.counts(path: path)))
        } catch let error as LibraryError {
            switch error {
            case .newerVersion, .olderVersion: throw error
            default: return .unreadable
            }
        } catch is DatabaseError {
            return .unreadable
        }
    }

    /// Counts rows of a library of any schema. Throws `DatabaseError`.
    static func counts(path: String) throws -> LibrarySummary.Counts {
        let queue = try DatabaseQueue(path: path, configuration: .readingLibrary)
        defer { try? queue.close() }  // an unclosed queue is closed with its last reference
        return try queue.read { db in
            func count(_ table: String, _ condition: String = "1") throws -> Int {
                guard try db.tableExists(table) else { return 0 }
                return try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table) WHERE \(condition)") ?? 0
            }
            return LibrarySummary.Counts(
                songs: try count("music"), bookmarks: try count("music", "bookmarked = 1"),
                playlists: try count("playlist"), toDos: try count("todo"))
        }
    }

    private var logChanged: Date {
        var status = stat()
        guard stat(path + "-wal", &status) == 0, status.st_size > 0 else { return .distantPast }
        return FileTime.modificationDate(status)
    }
}
