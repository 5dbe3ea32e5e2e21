import FermataData
import FermataDomain
import Foundation

extension FermataApplication {
    var exportLibrary: ExportLibraryUsecase {
        ExportLibraryUsecase(
            data: SQLitePersonalDataRepository(library: file), toDos: toDoRepository, listener: settings.listener)
    }

    var importLibrary: ImportLibraryUsecase {
        ImportLibraryUsecase(
            data: SQLitePersonalDataRepository(library: file), toDos: toDoRepository, listener: settings.listener,
            check: checkSource)
    }

    /// Loads the time zone.
    var exportDocuments: MakeExportDocuments {
        { [clock] folder in JSONExportDocuments(folder: folder, timeZone: .current, now: clock.now) }
    }
}
