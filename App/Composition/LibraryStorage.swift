package import FermataData
import FermataDomain
import FermataPresentation
package import Foundation

/// Opens and recovers library files.
package struct LibraryStorage: Sendable {
    /// Opens the file at a path and waits for other programs at most for `patience`. Throws `LibraryError`.
    package typealias Open = @Sendable (_ path: String, _ patience: Duration) throws -> SQLiteLibrary
    package static let disk = LibraryStorage { try SQLiteLibrary(path: $0, patience: $1) }
    private let open: Open

    package init(open: @escaping Open) {
        self.open = open
    }

    /// Opens the library of the settings: creates the default folder, and recovers a damaged file.
    func library(
        _ settings: Settings, now: @Sendable () -> Date, note: @Sendable (String) -> Void
    ) throws -> SQLiteLibrary {
        try prepare(settings)
        do {
            return try open(settings.library, settings.patience)
        } catch LibraryError.damaged(let path) {
            try recover(path: path, now: now(), note: note)
            return try open(path, settings.patience)
        }
    }

    /// Creates the folder of the default library.
    func prepare(_ settings: Settings) throws {
        if settings.isDefaultLibrary { try Self.makeFolder(of: settings.library) }
    }

    /// Moves a damaged library aside, and notes where it is and what was recovered.
    func recover(path: String, now: Date, note: @Sendable (String) -> Void) throws {
        guard let recovery = try LibraryRecovery.run(path: path, now: now) else { return }
        let report = RecoveredLibraryText(
            path: path, damagedPath: recovery.damagedPath, music: recovery.savedMusic,
            bookmarks: recovery.savedBookmarks, toDos: recovery.savedToDos)
        note(report.text)
    }

    private static func makeFolder(of path: String) throws {
        let folder = URL(filePath: path).deletingLastPathComponent()
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw LibraryError.cannotOpen(path: path, .folderNotCreated)
        }
    }
}
