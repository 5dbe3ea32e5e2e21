import FermataDomain
public import Foundation
import GRDB

/// Moves a damaged library aside and copies its readable rows into a new one at the same path.
public struct LibraryRecovery: Equatable, Sendable {
    /// The path of the damaged file.
    public let damagedPath: String
    public let savedMusic: Int
    public let savedBookmarks: Int
    public let savedToDos: Int

    /// Returns nil if the library is intact, for example after another program has repaired it.
    ///
    /// Throws `LibraryError` if the new library cannot be created; the damaged one is then unmoved or moved aside.
    public static func run(path: String, now: Date) throws -> LibraryRecovery? {
        if let obstacle = LibraryAccessMode.obstacle(to: path) {
            throw LibraryError.cannotOpen(path: path, .notRepairable(obstacle))
        }
        return try FileLock.exclusively(at: path + ".lock") {
            guard isDamaged(path) else { return nil }
            let stamp = now.formatted(.iso8601.timeSeparator(.omitted).dateSeparator(.omitted))
            let damaged = unusedPath(path + ".damaged-" + stamp)
            try move(path, to: damaged)
            do {
                let saved = try salvage(from: damaged, into: path)
                return LibraryRecovery(
                    damagedPath: damaged, savedMusic: saved.music, savedBookmarks: saved.bookmarks,
                    savedToDos: saved.toDos)
            } catch {
                try move(damaged, to: path)
                throw error
            }
        }
    }

    private static func salvage(from damaged: String, into path: String) throws -> DatabaseRepair.Saved {
        let library = try SQLiteLibrary(path: path)
        do { return try DatabaseRepair(from: damaged).run(into: library) } catch { throw library.failure(error) }
    }

    /// Moves a library with its log; the main file moves last, so that it never lacks its log.
    private static func move(_ path: String, to target: String) throws {
        for suffix in ["-wal", "-shm", ""] {
            if FileManager.default.fileExists(atPath: target + suffix) {
                try FileManager.default.removeItem(atPath: target + suffix)
            }
            guard FileManager.default.fileExists(atPath: path + suffix) else { continue }
            try FileManager.default.moveItem(atPath: path + suffix, toPath: target + suffix)
        }
    }

    private static func isDamaged(_ path: String) -> Bool {
        var configuration = Configuration()
        configuration.busyMode = .timeout(5)
        do {
            guard try LibraryHeader.check(path: path) != .nothing else { return false }
            return try DatabaseQueue(path: path, configuration: configuration)
                .writeWithoutTransaction(LibraryIntegrity.isDamaged)
        } catch let error as DatabaseError {
            return [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode)
        } catch {
            return (error as? LibraryError) == .damaged(path: path)
        }
    }

    private static func unusedPath(_ path: String) -> String {
        var candidate = path
        var number = 2
        while FileManager.default.fileExists(atPath: candidate) {
            candidate = "\(path)-\(number)"
            number += 1
        }
        return candidate
    }
}
