import FermataData
import FermataDomain
import FermataPresentation
import Foundation

/// Where the library file is, and how it is opened whatever its state.
enum LibraryFile {
    /// Makes the default folder where it is missing; sets a damaged library aside, and tells so.
    static func open(_ settings: Settings, now: @Sendable () -> Date) throws -> SQLiteLibrary {
        if settings.isDefaultLibrary { try makeFolder(of: settings.library) }
        do {
            return try SQLiteLibrary(path: settings.library, patience: settings.patience)
        } catch LibraryError.damaged(let path) {
            try recover(path: path, now: now())
            return try SQLiteLibrary(path: path, patience: settings.patience)
        }
    }

    /// Sets a damaged library aside, and tells where it is and what was saved of it.
    static func recover(path: String, now: Date) throws {
        guard let recovery = try LibraryRecovery.run(path: path, now: now) else { return }
        let songs = CountText(recovery.savedMusic, "song").text
        let bookmarks = CountText(recovery.savedBookmarks, "bookmark").text
        let toDos = CountText(recovery.savedToDos, "to-do").text
        Console.note(
            """
            The library \(path) was damaged. It is kept as \(recovery.damagedPath); what could be saved of it is in a \
            new one: \(songs), \(bookmarks), \(toDos). To bring back the rest, add the sources that “fermata source list” \
            does not tell, and run “fermata sync”.
            """)
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
