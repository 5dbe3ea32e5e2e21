import ArgumentParser
import FermataDomain
import FermataPresentation

struct UndoCommand: OpenLibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo", abstract: "Undo the last change of bookmarks, to-dos, playlists or the queue.",
        discussion: """
            Each call undoes one more of the last \(UndoableChange.limit) changes: bookmarks and ratings that were set or removed, to-dos that were \
            added, checked, unchecked, edited or removed, playlists that were created, changed, renamed or deleted, and songs \
            that were added to the queue, moved or removed, or replaced by others. What one command changed is undone at \
            once.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions

    @Flag(help: "List the changes, the last one first; undo nothing.")
    var list = false

    typealias Dependencies = (undo: UndoDataSource, deliveries: DeliveryDataSource)

    static func dependencies(_ application: FermataApplication) -> Dependencies {
        (application.undo, application.deliveries)
    }

    func run(_ dependencies: Dependencies, on console: Console) async throws {
        let (undo, deliveries) = dependencies
        if list {
            return try await output.print(
                UndoableChangeCellModel.table, rows: try await undo.changes(), on: console)
        }
        try output.checkFields(of: UndoableChangeCellModel.table)
        let row = try await undo.undoLast()
        if output.printsText {
            console.note(row.undoneText)
        } else {
            try await output.print(UndoableChangeCellModel.table, rows: [row], on: console)
        }
        for line in try await deliveries.deliverWithinTimeout() { console.note(line) }
    }
}
