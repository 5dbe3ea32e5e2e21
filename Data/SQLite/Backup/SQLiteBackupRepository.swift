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
            return try part.removedOnFailure {
                let isLibrary = try target.rethrowing {
                    try snapshot.copy(to: part) { try progress(BackupProgress(written: $0, total: $1)) }
                    return try Self.verify(part)
                }
                guard isLibrary else { throw BackupError.notVerified(path: path) }
                try target.publish(part)
                return try part.length()
            }
        } catch let failure as StorageFailure {
            throw BackupError.cannotWrite(path: path, failure)
        } catch let error as DatabaseError {
            throw Self.failure(error, path: path, library: self.path)
        } catch LibraryError.damaged {
            throw BackupError.damagedLibrary(path: self.path)
        }
    }

    /// Makes a copy durable and verifies its pages meanwhile. Returns false if it has no tables.
    ///
    /// Throws `LibraryError.damaged` if a page has a wrong checksum or is unreadable, `DownloadError` or
    /// `DatabaseError`.
    private static func verify(_ copy: PartFile) throws -> Bool {
        let (flushed, isLibrary) = LibraryCheck.runInParallel({ try copy.flush() }, { try hasIntactPages(copy.path) })
        try flushed.get()
        return try isLibrary.get()
    }

    private static func hasIntactPages(_ path: String) throws -> Bool {
        guard try LibraryHeader.check(path: path) != .nothing else { return false }
        let queue = try DatabaseQueue(path: LibraryAccessMode.immutable(path), configuration: .readingLibrary)
        let (roots, pageSize) = try queue.read { db in
            (
                try Int.fetchAll(db, sql: "SELECT rootpage FROM sqlite_master WHERE rootpage > 0"),
                try Int.fetchOne(db, sql: "PRAGMA page_size") ?? 0
            )
        }
        try queue.close()
        let bytes = try Data(contentsOf: URL(filePath: path), options: .alwaysMapped)
        try bytes.withUnsafeBytes { bytes in
            var check = TreeCheck(bytes, pageSize: pageSize)
            guard !PageChecksums.hasWrongChecksum(in: bytes, pageSize: pageSize),
                ([1] + roots).allSatisfy({ check.isIntact(root: $0) })
            else { throw LibraryError.damaged(path: path) }
        }
        return true
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

/// The path of a new backup file.
private struct BackupTarget {
    private static let sideEndings = ["-wal", "-shm"]
    private let path: String
    private let replacing: Bool

    /// Throws `BackupError.cannotWrite` for the library itself, and for anything but a new file, or a regular file or a
    /// link that may be replaced. A symbolic link is replaced itself; the file to which it leads stays.
    init(_ path: String, library: String, replacing: Bool) throws {
        self.path = path
        self.replacing = replacing
        guard DocumentPath.stream(path) == nil else { throw BackupError.cannotWrite(path: path, .unsupported) }
        guard !LibraryFiles(library).contains(path) else {
            throw BackupError.cannotWrite(path: path, .isLibrary)
        }
        try checkExisting()
    }

    /// Creates the temporary file, which only its owner can read; removes leftovers of killed programs.
    func temporaryFile() throws -> PartFile {
        try rethrowing {
            PartFile.removeLeftovers(of: path)
            return try PartFile.temporary(for: path, permissions: 0o600)
        }
    }

    /// Gives a durable file its final name.
    func publish(_ part: PartFile) throws {
        try rethrowing {
            if replacing {
                // SQLite would apply the log of the replaced file to the new one.
                for ending in Self.sideEndings { unlink(path + ending) }
            }
            try part.publish(as: path, replacing: replacing)
        }
    }

    /// Names the path that was requested in errors of the temporary file.
    func rethrowing<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch DownloadError.cannotStore(_, let failure) {
            let isMissing = failure == .missing
            throw BackupError.cannotWrite(
                path: path, isMissing ? .folderMissing : failure == .nameInUse ? .exists : failure)
        }
    }

    private func checkExisting() throws {
        var status = stat()
        // A link that leads nowhere has only a status of its own.
        if stat(path, &status) == 0 || lstat(path, &status) == 0 {
            switch status.st_mode & S_IFMT {
            case S_IFREG where replacing, S_IFLNK where replacing: break
            case S_IFREG, S_IFLNK: throw BackupError.cannotWrite(path: path, .exists)
            case S_IFDIR: throw BackupError.cannotWrite(path: path, .isFolder)
            default: throw BackupError.cannotWrite(path: path, .unsupported)
            }
        }
        for ending in Self.sideEndings where !replacing && access(path + ending, F_OK) == 0 {
            throw BackupError.cannotWrite(path: path + ending, .exists)
        }
    }
}

/// Visits every page of the tables and indexes of a database file.
///
/// It finds overwritten, swapped and missing pages, and not wrong values. It is about as fast as reading the file from
/// memory.
/// Source: https://www.sqlite.org/fileformat2.html#b_tree_pages
private struct TreeCheck {
    private static let deepest = 20
    private static let (tableInterior, tableLeaf, indexInterior, indexLeaf) = (5, 13, 2, 10)
    private let bytes: UnsafeRawBufferPointer
    private let pageSize: Int
    private var isSeen: [Bool]

    init(_ bytes: UnsafeRawBufferPointer, pageSize: Int) {
        self.bytes = bytes
        self.pageSize = pageSize
        isSeen = Array(repeating: false, count: bytes.count / max(1, pageSize) + 1)
    }

    /// Whether the tree of a table or an index has only readable pages that belong to no other tree.
    mutating func isIntact(root: Int) -> Bool {
        guard (1..<isSeen.count).contains(root) else { return false }
        let kind = Int(bytes[header(of: root)])
        return isIntact(root, isTable: kind == Self.tableLeaf || kind == Self.tableInterior, depth: 0)
    }

    private mutating func isIntact(_ page: Int, isTable: Bool, depth: Int) -> Bool {
        guard (1..<isSeen.count).contains(page), !isSeen[page], depth < Self.deepest else { return false }
        isSeen[page] = true
        let (start, header) = ((page - 1) * pageSize, header(of: page))
        let kind = Int(bytes[header])
        let isLeaf = kind == (isTable ? Self.tableLeaf : Self.indexLeaf)
        guard isLeaf || kind == (isTable ? Self.tableInterior : Self.indexInterior) else { return false }
        let pointers = header + (isLeaf ? 8 : 12)
        guard let cells = bytes.number16(at: header + 3), let stored = bytes.number16(at: header + 5) else {
            return false
        }
        let content = stored == 0 ? 1 << 16 : stored
        guard content <= pageSize, pointers + cells * 2 <= start + content else { return false }
        for cell in 0..<cells {
            guard let offset = bytes.number16(at: pointers + cell * 2), offset >= content, offset <= pageSize - 4,
                isLeaf || isIntact(childAt: start + offset, isTable: isTable, depth: depth)
            else { return false }
        }
        return isLeaf || isIntact(childAt: header + 8, isTable: isTable, depth: depth)
    }

    private mutating func isIntact(childAt offset: Int, isTable: Bool, depth: Int) -> Bool {
        guard let page = bytes.number32(at: offset) else { return false }
        return isIntact(Int(page), isTable: isTable, depth: depth + 1)
    }

    /// Page 1 begins with the header of the file.
    private func header(of page: Int) -> Int { (page - 1) * pageSize + (page == 1 ? 100 : 0) }
}
