import FermataData
import FermataDomain
import FermataPresentation
import Foundation

extension FermataApplication {
    var exportLibrary: ExportLibraryUsecase {
        ExportLibraryUsecase(
            data: SQLitePersonalDataRepository(library: file), toDos: toDoRepository, listener: settings.listener)
    }

    var importLibrary: ImportLibraryUsecase {
        ImportLibraryUsecase(
            data: SQLitePersonalDataRepository(library: file), toDos: toDoRepository, listener: settings.listener,
            prepare: prepareSource)
    }

    var waitingBookmarks: CountWaitingBookmarksUsecase {
        CountWaitingBookmarksUsecase(
            data: SQLitePersonalDataRepository(library: file), listener: settings.listener)
    }

    var undo: UndoDataSource {
        let repository = SQLiteUndoRepository(library: file)
        return UndoDataSource(
            getChanges: GetUndoableChangesUsecase(repository: repository, listener: settings.listener),
            undo: UndoUsecase(repository: repository, listener: settings.listener), now: clock.now)
    }

    /// Loads the time zone.
    var exportDocuments: MakeExportDocuments {
        { [clock] folder in JSONExportDocuments(folder: folder, timeZone: .current, now: clock.now) }
    }
}
