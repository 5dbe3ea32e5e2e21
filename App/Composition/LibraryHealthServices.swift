import FermataData
import FermataDomain
import FermataPresentation
import Foundation

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
        LibraryFileDataSource(
            path: settings.library, isDefault: settings.isDefaultLibrary,
            checkLibrary: CheckLibraryUsecase(file: checkFile, listener: settings.listener, downloads: checkDownloads),
            repairLibrary: RepairLibraryUsecase(file: file, listener: settings.listener))
    }

    private var checkFile: CheckLibraryFileUsecase {
        CheckLibraryFileUsecase(file: file, health: repository, now: now)
    }
}
