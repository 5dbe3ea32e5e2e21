import FermataDomain
import Foundation
import GRDB

/// Builds a new library beside a damaged one and then replaces it.
///
/// A kill at any moment leaves either the damaged library in its place, or a complete new library that
/// `complete(now:)` moves there: the damaged file is moved away only while the complete new one exists.
struct RepairedLibrary {
    private let path: String
    private var unfinished: String { path + ".repairing" }
    private var finished: String { path + ".repaired" }

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
    /// The path always leads to a file: the damaged file gets a second name before the new one gets the first.
    func replace(now: Date) throws -> String {
        let damaged = try asidePath(now: now)
        if exists(path), !exists(damaged), link(path, damaged) != 0 { try rename(path, to: damaged) }
        do {
            try LibraryFiles(path).moveLog(to: damaged)
        } catch {
            throw LibraryError.cannotWrite(path: path, error)
        }
        try sync(DocumentPath.folder(of: path))
        try rename(finished, to: path)
        FileLibraryHealthRepository(library: path).remove()
        return damaged
    }

    /// The second name that an interrupted replacement gave the damaged file, or an unused one.
    private func asidePath(now: Date) throws -> String {
        let file = URL(filePath: path)
        let prefix = file.lastPathComponent + ".damaged-"
        let folder = file.deletingLastPathComponent()
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)  // unreadable: an unused name
        let linked = names?.filter { $0.hasPrefix(prefix) }.map { folder.appending(path: $0).path }.first {
            LibraryFiles.isSameFile(path, $0)
        }
        if let linked { return linked }
        return LibraryFiles(path).unusedPath(ending: "damaged", at: now)
    }

    /// Completes an interrupted replacement.
    func complete(now: Date) throws {
        guard exists(finished) else { return }
        try exclusively {
            guard exists(finished) else { return }
            _ = try replace(now: now)
        }
    }

    private func fillNewLibrary<Value>(_ fill: (Database) throws -> Value) throws -> Value {
        var configuration = SQLiteLibrary.configuration(patience: .seconds(5))
        // The file is not used before it is complete and synced, so it needs no journal.
        configuration.journalMode = .default
        try createFile()
        let queue = try DatabaseQueue(path: unfinished, configuration: configuration)
        try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF") }
        try LibrarySchema.migrator().migrate(queue)
        let value = try queue.write(fill)
        try queue.close()
        return value
    }

    /// Creates an empty file with the permissions of the damaged one.
    private func createFile() throws {
        var status = stat()
        let mode = stat(path, &status) == 0 ? status.st_mode & 0o777 : 0o600
        let descriptor = open(unfinished, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        defer { if descriptor >= 0 { close(descriptor) } }
        guard descriptor >= 0, fchmod(descriptor, mode) == 0 else {
            throw LibraryError.cannotWrite(path: path, StorageFailure(errno: errno))
        }
    }

    private func sync(_ path: String) throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        defer { if descriptor >= 0 { close(descriptor) } }
        guard descriptor >= 0, fsync(descriptor) == 0 else {
            throw LibraryError.cannotWrite(path: self.path, StorageFailure(errno: errno))
        }
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

    private func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }
}
