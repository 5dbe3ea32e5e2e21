import FermataDomain
import Foundation
import GRDB

/// A copy of a backup under a temporary name beside the library.
struct StagedCopy: Sendable {
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
        defer { close(source) }
        let log = try Self.open(file + "-wal")
        defer { if let log { close(log) } }
        do {
            try Self.checkHeader(path)
            PartFile.removeLeftovers(of: library)
            part = try PartFile.temporary(for: library, permissions: 0o600)
        } catch DownloadError.cannotStore(_, let failure) {
            throw LibraryError.cannotWrite(path: library, failure == .missing ? .folderMissing : failure)
        }
        changed = Self.changed(source)
        do {
            try FileCopy.copy(Self.length(source), from: source, to: part.descriptor) { _ in }
            // A backup that some program has opened may have a log.
            if let log { try copyLog(log) }
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
            let header = try LibraryHeader.check(path: part.path)
            let queue = try DatabaseQueue(path: part.path, configuration: .library)
            try queue.writeWithoutTransaction { db in
                let isOwn =
                    try header == .olderLibrary
                    ? LibraryStructure.removeTriggers(in: db) : !LibraryStructure.isForeign(in: db)
                guard isOwn else { throw BackupError.foreignStructure(path: path) }
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
            // `removeTriggers` has removed it, and no migration of a copy of version 15 creates it.
            try db.execute(sql: StarSchema.trigger)
            if try LibraryStructure.isForeign(in: db) { throw BackupError.foreignStructure(path: path) }
            // Servers may have received these plays since the backup was made.
            try db.execute(sql: "DELETE FROM scrobble")
            _ = try db.checkpoint(.truncate)
        }
        try pool.close()
    }

    private func copyLog(_ log: CInt) throws {
        let target = Foundation.open(part.path + "-wal", O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard target >= 0 else { throw StorageFailure(errno: errno) }
        defer { close(target) }
        try FileCopy.copy(Self.length(log), from: log, to: target) { _ in }
    }

    /// Returns a descriptor of a regular file; nil if no file has this path. Throws `BackupError`.
    private static func open(_ path: String) throws -> CInt? {
        let descriptor = Foundation.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw BackupError.cannotRead(path: path, StorageFailure(errno: errno))
        }
        var status = stat()
        let type = fstat(descriptor, &status) == 0 ? status.st_mode & S_IFMT : 0
        guard type == S_IFREG else {
            close(descriptor)
            throw BackupError.cannotRead(path: path, type == S_IFDIR ? .isFolder : .unsupported)
        }
        return descriptor
    }

    private static func checkHeader(_ path: String) throws {
        do {
            guard try LibraryHeader.check(path: path) != .nothing else {
                throw BackupError.cannotRead(path: path, .notALibrary)
            }
        } catch LibraryError.newerVersion {
            throw BackupError.newerVersion(path: path)
        } catch LibraryError.damaged {
            throw BackupError.damaged(path: path)
        } catch LibraryError.cannotOpen(_, let failure) {
            throw BackupError.cannotRead(path: path, failure)
        }
    }

    private static func length(_ descriptor: CInt) -> Int64 {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? Int64(status.st_size) : 0
    }

    private static func changed(_ descriptor: CInt) -> Date {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? FileTime.modificationDate(status) : .distantPast
    }
}
