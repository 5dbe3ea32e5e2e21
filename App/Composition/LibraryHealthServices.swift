import FermataData
import FermataDomain
import FermataPresentation
import Foundation

/// The check and the repair of one library's file, which need not be open.
struct LibraryHealthServices: Sendable {
    private let path: String
    private let now: @Sendable () -> Date
    private let file: SQLiteLibraryFile
    let repository: FileLibraryHealthRepository

    init(library path: String, now: @escaping @Sendable () -> Date) {
        self.path = path
        self.now = now
        file = SQLiteLibraryFile(path: path, now: now)
        repository = FileLibraryHealthRepository(library: path)
    }

    var notice: LibraryNotice { LibraryNotice(health: repository) }

    var weeklyCheck: CheckLibraryWeeklyUsecase {
        CheckLibraryWeeklyUsecase(check: checkFile, health: repository, now: now)
    }

    /// `checkDownloads` opens the library.
    func dataSource(checkDownloads: @escaping @Sendable () async throws -> [DownloadIssue]) -> LibraryFileDataSource {
        LibraryFileDataSource(
            path: path, checkLibrary: CheckLibraryUsecase(file: checkFile, downloads: checkDownloads),
            repairLibrary: RepairLibraryUsecase(file: file))
    }

    private var checkFile: CheckLibraryFileUsecase {
        CheckLibraryFileUsecase(file: file, health: repository, now: now)
    }
}
