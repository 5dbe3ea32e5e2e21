import FermataDomain
import Foundation
import GRDB

/// A new library under a temporary name beside an existing one, which a repair or a restore replaces with it.
///
/// A kill at any moment leaves either the existing library, or a complete new library that `complete` gives the name.
/// As long as the complete new library has its temporary name, no program commits a change of the existing one: see
/// `ReplacementObserver`.
struct PendingLibrary {
    private let path: String
    private var unfinished: String { path + ".repairing" }
    private var finished: String { Self.finishedPath(path) }

    /// The name of a complete new library that is about to replace the one at a path.
    static func finishedPath(_ path: String) -> String { path + ".repaired" }

    init(path: String) {
        self.path = path
    }

    /// Runs the body while no other program repairs this library.
    func exclusively<Value>(_ body: () throws -> Value) throws -> Value {
        try FileLock.exclusively(at: path + ".lock", body)
    }

    /// Creates a new library and fills it; removes it if that fails.
    ///
    /// Throws `LibraryError.cannotWrite`.
    func build<Value>(_ fill: (Database) throws -> Value) throws -> Value {
        try remove(unfinished)
        do {
            let value = try fillNewLibrary(fill)
            try sync(unfinished)
            try rename(unfinished, to: finished)
            return value
        } catch {
            try? remove(unfinished)  // the first error is the cause
            guard let error = error as? DatabaseError else { throw error }
            throw LibraryError.cannotWrite(path: path, StorageFailure(error))
        }
    }

    /// Moves the damaged library aside and the new one to its path; returns the damaged library's new path.
    ///
    /// `lock` excludes writers, so that the damaged library does not change before it loses its name; nil if no file
    /// has the name. Throws `LibraryError`.
    func replace(at time: Date, lock: WriterLock?) throws -> String {
        let damaged = asidePath(ending: "damaged", at: time)
        try replace(aside: damaged, lock: lock)
        return damaged
    }

    /// Moves a library aside and a prepared copy to its path; if that fails, the library stays.
    ///
    /// Returns the library's new path. Throws `LibraryError` or `DownloadError`.
    func replace(with copy: PartFile, at time: Date, lock: WriterLock?) throws -> String {
        let replaced = asidePath(ending: "replaced", at: time)
        try copy.rename(to: finished)
        do {
            try replace(aside: replaced, lock: lock)
        } catch {
            unlink(finished)
            moveBack(replaced)
            throw error
        }
        return replaced
    }

    /// The path always leads to a file: the library gets a second name before the new one gets the first.
    private func replace(aside: String, lock: WriterLock?) throws {
        try lock?.excludeNewConnections()
        if DocumentPath.exists(path), !DocumentPath.exists(aside), link(path, aside) != 0 {
            try rename(path, to: aside)
        }
        do {
            try LibraryFiles(path).moveLog(to: aside)
        } catch {
            throw LibraryError.cannotWrite(path: path, error)
        }
        try sync(DocumentPath.folder(of: path))
        try rename(finished, to: path)
        FileLibraryHealthRepository(library: path).remove()
    }

    /// Restores the library's name and log after a failed replacement.
    private func moveBack(_ aside: String) {
        for ending in ["-wal", "-shm", ""] where access(aside + ending, F_OK) == 0 {
            Foundation.rename(aside + ending, path + ending)
        }
        // Renaming one name of a file to another one does nothing.
        unlink(aside)
    }

    /// The second name that an interrupted replacement gave the library's file, or an unused one.
    private func asidePath(ending: String, at time: Date) -> String {
        let file = URL(filePath: path)
        let prefixes = ["damaged", "replaced"].map { "\(file.lastPathComponent).\($0)-" }
        let folder = file.deletingLastPathComponent()
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)  // unreadable: an unused name
        let linked = names?.filter { name in prefixes.contains { name.hasPrefix($0) } }
            .map { folder.appending(path: $0).path }.first { LibraryFiles.isSameFile(path, $0) }
        return linked ?? LibraryFiles(path).unusedPath(ending: ending, at: time)
    }

    /// Completes an interrupted replacement; costs one system call if there is none.
    ///
    /// `patience` is how long to wait for another program's transaction.
    func complete(patience: Duration) throws {
        guard DocumentPath.exists(finished) else { return }
        try exclusively {
            var status = stat()
            guard lstat(finished, &status) == 0 else { return }
            let time = FileTime.modificationDate(status)
            let lock = DocumentPath.exists(path) ? try WriterLock(path: path, patience: patience) : nil
            _ = try replace(at: time, lock: lock)
        }
    }

    private func fillNewLibrary<Value>(_ fill: (Database) throws -> Value) throws -> Value {
        var configuration = LibraryConnections.configuration(patience: .seconds(5))
        // The file is not used before it is complete and synced, so it needs no journal.
        configuration.journalMode = .default
        // A repair reads rows in any order, and then removes those that refer to lost ones.
        configuration.foreignKeysEnabled = false
        try createFile()
        let queue = try DatabaseQueue(path: unfinished, configuration: configuration)
        try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF") }
        try LibraryMigration.current.run(on: queue)
        let value = try queue.write(fill)
        try queue.close()
        return value
    }

    /// Creates an empty file with the permissions of the damaged one.
    private func createFile() throws {
        var status = stat()
        let mode = stat(path, &status) == 0 ? status.st_mode & 0o777 : 0o600
        do throws(StorageFailure) {
            let file = try OpenFile(unfinished, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW)
            guard fchmod(file.descriptor, mode) == 0 else { throw StorageFailure(errno: errno) }
        } catch {
            throw LibraryError.cannotWrite(path: path, error)
        }
    }

    private func sync(_ path: String) throws {
        do { try OpenFile(path, O_RDONLY).flush() } catch { throw LibraryError.cannotWrite(path: self.path, error) }
    }

    /// Renames a file and makes that durable.
    private func rename(_ old: String, to new: String) throws {
        guard Foundation.rename(old, new) == 0 else {
            throw LibraryError.cannotWrite(path: self.path, StorageFailure(errno: errno))
        }
        try sync(DocumentPath.folder(of: new))
    }

    private func remove(_ path: String) throws {
        guard unlink(path) != 0, errno != ENOENT else { return }
        throw LibraryError.cannotWrite(path: self.path, StorageFailure(errno: errno))
    }
}
