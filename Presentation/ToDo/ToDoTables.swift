package import FermataDomain

extension ToDoCellModel {
    package static let table = TableModel<ToDoCellModel>(
        [
            .init("N", .fixed(6), .trailing, priority: 3, key: "number", isDim: true) { .plain("\($0.number)") },
            .init("Title", .share(5), priority: 4) { .text($0.title) },
            .init("Place", .share(3), priority: 1) { .plain($0.placeText) },
            .init("Date", .fixed(24), priority: 2, key: "due") { .plain($0.dateText) },
        ], emptyText: .toDos(nil))
}

extension ToDoImportModel {
    package static let table = TableModel<ToDoImportModel>([
        .init("Import", .share(1), priority: 1) { .paragraph($0.text) }
    ])
}

extension EmptyListText {
    /// A section of the to-dos, or the complete list for nil.
    package static func toDos(_ section: ToDoSection?) -> EmptyListText {
        switch section {
        case .toDo: EmptyListText("Nothing is planned.", commandLine: addCommand)
        case .done: EmptyListText("Nothing is done yet.", commandLine: "Check a to-do off: fermata todo check N")
        case nil:
            EmptyListText("There is no to-do yet.", commandLine: addCommand, tui: "Press a to add a to-do.")
        }
    }

    private static var addCommand: String { "Add what to hear next: fermata todo add TITLE" }
}
