internal import FermataDomain
public import Foundation
internal import GRDB

/// Sets a damaged library aside, and saves what can be read of it into a new one at the same place.
public struct LibraryRecovery: Equatable, Sendable {
    /// Where the damaged file is now.
    public let damagedPath: String
    public let savedMusic: Int
    public let savedBookmarks: Int

    /// Answers nil where the library turns out to be sound, because another program has recovered it, say.
    ///
    /// Throws `LibraryError` where the new library cannot be made; the damaged one is then where it was or set aside.
    public static func run(path: String, now: Date) throws -> LibraryRecovery? {
        try FileLock.exclusively(at: path + ".lock") {
            guard isDamaged(path) else { return nil }
            let stamp = now.formatted(.iso8601.timeSeparator(.omitted).dateSeparator(.omitted))
            let damaged = unusedPath(path + ".damaged-" + stamp)
            for suffix in ["-wal", "-shm", ""] where FileManager.default.fileExists(atPath: path + suffix) {
                try FileManager.default.moveItem(atPath: path + suffix, toPath: damaged + suffix)
            }
            let library = try SQLiteLibrary(path: path)
            let (music, bookmarks) = try Salvage(from: damaged).run(into: library)
            return LibraryRecovery(damagedPath: damaged, savedMusic: music, savedBookmarks: bookmarks)
        }
    }

    private static func isDamaged(_ path: String) -> Bool {
        var configuration = Configuration()
        configuration.readonly = true
        do {
            guard try LibraryHeader.check(path: path) != .nothing else { return false }
            return try DatabaseQueue(path: path, configuration: configuration)
                .read { try String.fetchOne($0, sql: "PRAGMA quick_check(1)") } != "ok"
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
