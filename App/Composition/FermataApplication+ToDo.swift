import FermataData
import FermataDomain
import FermataPresentation
import Foundation

extension FermataApplication {
    /// Loads time zone and locale, which takes longer than most commands run: use it only for to-dos.
    func toDos(for audience: ProblemModel.Audience) -> ToDoListDataSource {
        ToDoListDataSource(
            getToDos: GetToDosUsecase(toDos: toDoRepository, music: music, listener: settings.listener),
            addToDo: AddToDoUsecase(toDos: toDoRepository, geocoder: geocoder),
            editToDo: EditToDoUsecase(toDos: toDoRepository, geocoder: geocoder, listener: settings.listener),
            setToDoDone: SetToDoDoneUsecase(toDos: toDoRepository, listener: settings.listener),
            removeToDo: RemoveToDoUsecase(toDos: toDoRepository, listener: settings.listener), style: dateStyle,
            audience: audience, now: clock.now)
    }

    /// Loads time zone and locale.
    var dateStyle: DateStyle { DateStyle(localeName: settings.localeName) }
    var importToDos: ImportToDosUsecase { ImportToDosUsecase(toDos: toDoRepository) }
    var exportToDos: ExportToDosUsecase { ExportToDosUsecase(toDos: toDoRepository, listener: settings.listener) }
    var toDoDocument: MakeToDoDocument {
        { [clock] format, file in
            switch format {
            case .ics: ICalendarToDoDocument(file: file, timeZone: .current, now: clock.now)
            case .plist: PropertyListToDoDocument(file: file, timeZone: .current)
            }
        }
    }
    var outlines: any OutlineRepository { NaturalEarthRepository() }
}
