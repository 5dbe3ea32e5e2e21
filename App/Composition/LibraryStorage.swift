package import FermataData
import FermataDomain
import FermataPresentation
import Foundation

/// Which library a command opens.
enum LibraryOpening {
    /// One that exists, so that a mistyped path creates none. A missing default library is created.
    case existing
    /// One that exists and has content; a missing or empty file is an error.
    case filled
    /// Any one; a missing library is created.
    case creating
}

/// Opens and repairs library files.
package struct LibraryStorage: Sendable {
    /// Opens the file at a path and waits for other programs at most for `patience`; see `SQLiteLibrary`.
    package typealias Open =
        @Sendable (
            _ path: String, _ patience: Duration, _ migrating: @escaping Migrating,
            _ replaced: @escaping @Sendable () -> Void
        ) throws -> SQLiteLibrary
    /// Is called before a library of an earlier version is migrated.
    package typealias Migrating = @Sendable () -> Void
    package static let disk = LibraryStorage()
    private let open: Open
    private let networkFileSystem: @Sendable (_ path: String) -> String?

    /// `networkFileSystem` returns the type of the network file system of a file; nil for a local one.
    package init(
        networkFileSystem: @escaping @Sendable (_ path: String) -> String? = {
            NetworkFileSystem.type(ofFileAt: $0, mounts: "/proc/self/mountinfo")
        },
        open: @escaping Open = { try SQLiteLibrary(path: $0, patience: $1, migrating: $2, replaced: $3) }
    ) {
        self.networkFileSystem = networkFileSystem
        self.open = open
    }

    /// Opens the library of the settings: creates the default folder, and repairs a damaged file.
    func library(
        _ settings: Settings, now: @escaping @Sendable () -> Date, note: @escaping @Sendable (String) -> Void,
        migrating: @escaping Migrating
    ) throws -> SQLiteLibrary {
        try prepare(settings)
        if let type = networkFileSystem(settings.library) {
            note(LibraryNotice.networkText(path: settings.library, fileSystem: type))
        }
        let open = { [open] in
            try open(settings.library, settings.patience, migrating) {
                note(LibraryNotice.replacedText(path: settings.library))
            }
        }
        do {
            return try open()
        } catch LibraryError.damaged {
            try repair(settings, now: now, note: note)
            return try open()
        }
    }

    /// Throws `LibraryError.cannotOpen` if the library that is to be opened does not exist, or lacks content.
    ///
    /// Opening reports a missing folder.
    func expectLibrary(_ settings: Settings, _ opening: LibraryOpening, now: @escaping @Sendable () -> Date) throws {
        switch opening {
        case .existing:
            let folder = URL(filePath: settings.library).deletingLastPathComponent().path
            guard !settings.isDefaultLibrary, FileManager.default.fileExists(atPath: folder) else { return }
            try settings.libraryFile(now: now).expectFile()
        case .filled: try settings.libraryFile(now: now).expectContent()
        case .creating: break
        }
    }

    /// Creates the folder of the default library.
    func prepare(_ settings: Settings) throws {
        if settings.isDefaultLibrary { try Self.makeFolder(of: settings.library) }
    }

    /// Moves a damaged library aside, copies what is readable, and notes the result.
    func repair(_ settings: Settings, now: @escaping @Sendable () -> Date, note: @Sendable (String) -> Void) throws {
        guard let repair = try settings.libraryFile(now: now).repairBlocking() else { return }
        note(repair.visible(to: settings.listener).report(path: settings.library))
    }

    private static func makeFolder(of path: String) throws {
        let folder = URL(filePath: path).deletingLastPathComponent()
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: folder.path, isDirectory: &isFolder), isFolder.boolValue { return }
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw LibraryError.cannotOpen(path: path, .folderNotCreated)
        }
    }
}

extension Settings {
    /// The library's file, which is not opened as a library, because it may be damaged.
    func libraryFile(now: @escaping @Sendable () -> Date) -> SQLiteLibraryFile {
        SQLiteLibraryFile(path: library, patience: patience, now: now)
    }

    /// The backups of the library, which is not opened, because it may be missing or damaged.
    func backups(now: @escaping @Sendable () -> Date) -> any LibraryBackupRepository {
        SQLiteBackupRepository(path: library, patience: patience, now: now)
    }
}

/// The check and the repair of one library's file, which need not be open.
struct LibraryHealthServices: Sendable {
    private let settings: Settings
    private let now: @Sendable () -> Date
    private let file: SQLiteLibraryFile
    let repository: FileLibraryHealthRepository

    init(_ settings: Settings, now: @escaping @Sendable () -> Date) {
        self.settings = settings
        self.now = now
        file = settings.libraryFile(now: now)
        repository = FileLibraryHealthRepository(library: settings.library)
    }

    var notice: LibraryNotice {
        LibraryNotice(health: repository, path: settings.isDefaultLibrary ? nil : settings.library)
    }

    var weeklyCheck: CheckLibraryWeeklyUsecase {
        CheckLibraryWeeklyUsecase(file: file, health: repository, now: now)
    }

    /// `checkDownloads` opens the library.
    func dataSource(checkDownloads: @escaping @Sendable () async throws -> [DownloadIssue]) -> LibraryFileDataSource {
        let check = CheckLibraryFileUsecase(file: file, health: repository, now: now)
        return LibraryFileDataSource(
            path: settings.library, isDefault: settings.isDefaultLibrary,
            checkLibrary: CheckLibraryUsecase(file: check, listener: settings.listener, downloads: checkDownloads),
            repairLibrary: RepairLibraryUsecase(file: file, listener: settings.listener))
    }
}
