import FermataDomain
import Foundation
import GRDB

/// Reads the state of the library at a path, without creating, migrating or repairing it.
struct ExistingLibraryReader {
    let path: String

    /// Throws `LibraryError` for a library that must not be replaced: a newer version's, or not a file.
    func read() throws -> PresentLibrary {
        var status = stat()
        guard stat(path, &status) == 0 else { return .missing }
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR: throw LibraryError.cannotOpen(path: path, .isFolder)
        default: throw LibraryError.cannotOpen(path: path, .unsupported)
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
            case .newerVersion: throw error
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
