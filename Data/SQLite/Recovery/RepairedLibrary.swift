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
            try? remove(unfinished)  // the first error says more
            guard let error = error as? DatabaseError else { throw error }
            let cause: StorageFailure =
                error.resultCode == .SQLITE_FULL ? .full : .other(error.message ?? "\(error.resultCode)")
            throw LibraryError.cannotWrite(path: path, cause)
        }
    }

    /// Moves the damaged library aside and the new one to its path; returns the damaged library's new path.
    func replace(now: Date) throws -> String {
        let stamp = now.formatted(.iso8601.timeSeparator(.omitted).dateSeparator(.omitted))
        let damaged = unusedPath(path + ".damaged-" + stamp)
        for suffix in ["", "-wal", "-shm"] where exists(path + suffix) {
            try rename(path + suffix, to: damaged + suffix)
        }
        try rename(finished, to: path)
        FileLibraryHealthRepository(library: path).remove()
        return damaged
    }

    /// Does the rest of an interrupted replacement.
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
        let queue = try DatabaseQueue(path: unfinished, configuration: configuration)
        try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF") }
        try LibrarySchema.migrator.migrate(queue)
        let value = try queue.write(fill)
        try queue.close()
        return value
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
        try sync(URL(filePath: new).deletingLastPathComponent().path)
    }

    private func remove(_ path: String) throws {
        guard unlink(path) != 0, errno != ENOENT else { return }
        throw LibraryError.cannotWrite(path: self.path, StorageFailure(errno: errno))
    }

    private func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    private func unusedPath(_ path: String) -> String {
        var (candidate, number) = (path, 2)
        while exists(candidate) {
            candidate = "\(path)-\(number)"
            number += 1
        }
        return candidate
    }
}
