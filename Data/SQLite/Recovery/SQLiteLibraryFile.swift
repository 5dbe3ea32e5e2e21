public import FermataDomain
public import Foundation
import GRDB

/// The file of a SQLite library, checked and repaired without opening it as a library.
public struct SQLiteLibraryFile: LibraryFileRepository {
    private let path: String
    private let patience: Duration
    private let now: @Sendable () -> Date

    /// `patience` is how long a repair waits for another program's transaction.
    public init(path: String, patience: Duration = .seconds(5), now: @escaping @Sendable () -> Date) {
        // SQLite names the log after the file that a symbolic link leads to.
        self.path = DocumentPath.destination(of: path) ?? path
        self.patience = patience
        self.now = now
    }

    public func check() async throws -> [LibraryFinding] {
        try await BlockingIO.run {
            try expectContent()
            let inode = LibraryFiles.inode(at: path)
            let findings = Array(try LibraryCheck(path: path, patience: patience).findings())
            try expect(inode: inode)
            return findings
        }
    }

    public func checkWhileOpen() async throws -> [LibraryFinding] {
        let inode = LibraryFiles.inode(at: path)
        let findings = Array(try await LibraryCheck(path: path, patience: patience).findingsWhileOpen())
        try expect(inode: inode)
        return findings
    }

    /// Throws if a repair has replaced the checked file, because its findings do not apply to the new one.
    private func expect(inode: UInt64?) throws {
        guard LibraryFiles.inode(at: path) == inode else { throw LibraryError.replaced(path: path) }
    }

    /// Repairs the library, even with an unrecognizable header if the file contains rows of a library. Adds checksums
    /// of pages to an intact library of an earlier version, unless another program has it open.
    public func repair() async throws -> LibraryRepair? {
        try await BlockingIO.run { () -> LibraryRepair? in
            try expectContent()
            do {
                if let repair = try repairBlocking() { return repair }
                try addChecksums()
                return nil
            } catch LibraryError.cannotOpen(_, .notALibrary) {
                return try exclusively { pending in
                    do {
                        _ = try LibraryHeader.check(path: path)
                        return nil  // another program has repaired it meanwhile
                    } catch LibraryError.cannotOpen(_, .notALibrary) {
                        return try rebuild(pending, verify: expectLibrary)
                    }
                }
            }
        }
    }

    private func addChecksums() throws {
        // An earlier version's program could write pages without checksums.
        guard try LibraryHeader.check(path: path) == .currentLibrary else { return }
        do {
            try exclusively { _ in try PageChecksums.add(to: path) }
        } catch let error as DatabaseError {
            throw LibraryError.cannotWrite(path: path, StorageFailure(error))
        }
    }

    /// Throws if no row was read that identifies a library.
    private func expectLibrary(_ counts: [LibraryRepair.Count]) throws {
        let own: Set<LibraryContent> = [.sources, .toDos, .music]
        guard counts.contains(where: { own.contains($0.content) && $0.read > 0 }) else {
            throw LibraryError.cannotOpen(path: path, .notALibrary)
        }
    }

    /// Repairs the library on a thread that may block. Another program may have repaired it meanwhile.
    ///
    /// Returns nil if the file is intact. Throws `LibraryError`.
    public func repairBlocking() throws -> LibraryRepair? {
        if let obstacle = LibraryAccessMode.obstacle(to: path) {
            throw LibraryError.cannotOpen(path: path, .notRepairable(obstacle))
        }
        return try exclusively { pending in
            let findings = try LibraryCheck(path: path, patience: patience).findings()
            return findings.isEmpty ? nil : try rebuild(pending, usesLog: !findings.contains(.foreignLog))
        }
    }

    /// Completes an interrupted repair, and throws `LibraryError.cannotOpen` if there is no file or an empty one.
    public func expectContent() throws {
        try expectFile()
        guard LibraryFiles(path).hasContent else { throw LibraryError.cannotOpen(path: path, .notALibrary) }
    }

    /// Completes an interrupted repair, and throws `LibraryError.cannotOpen` if there is no file.
    public func expectFile() throws {
        try completeInterruptedRepair()
        guard FileManager.default.fileExists(atPath: path) else {
            throw LibraryError.cannotOpen(path: path, .missing)
        }
    }

    private func exclusively<Value>(_ body: (PendingLibrary) throws -> Value) throws -> Value {
        let pending = PendingLibrary(path: path)
        return try pending.exclusively { try body(pending) }
    }

    private func rebuild(
        _ pending: PendingLibrary, usesLog: Bool = true, verify: ([LibraryRepair.Count]) throws -> Void = { _ in }
    ) throws -> LibraryRepair? {
        // From here on no program changes the library, until the new one has its name.
        let lock = try WriterLock(path: path, patience: patience)
        let pages = try DatabasePages(path: path, usesLog: usesLog)
        defer { withExtendedLifetime(pages, lock.release) }
        guard let pages else { return nil }
        let repair = try pending.build { db in
            let repair = try DatabaseRepair(from: pages, into: db)
            let counts = try repair.run()
            try verify(counts)
            return (counts: counts, damagedPages: repair.damagedPages)
        }
        return LibraryRepair(
            damagedPath: try pending.replace(at: now(), lock: lock), counts: repair.counts,
            damagedPages: repair.damagedPages)
    }

    /// Completes a repair that was interrupted after the new library was complete.
    ///
    /// Call it before the library is opened; it takes microseconds if there is nothing to do.
    public func completeInterruptedRepair() throws {
        try PendingLibrary(path: path).complete(patience: patience)
    }
}
