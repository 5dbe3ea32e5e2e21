import ArgumentParser
import FermataDomain
import FermataPresentation

/// Which to-dos are listed, and how.
struct ToDoListOptions: ParsableArguments {
    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var window: WindowOptions

    @Flag(help: "Show only what is to be done.")
    var toDo = false

    @Flag(help: "Show only what is done.")
    var done = false

    func validate() throws {
        if toDo && done { throw ValidationError("Choose one of --to-do and --done.") }
    }

    func list() async throws {
        try await Composition.run(try await Settings(arguments: global)) { app in
            let section: ToDoSection? = toDo ? .toDo : done ? .done : nil
            let table = ToDoCellModel.table.whenEmpty(.toDos(section).ofWindow(window.window))
            let query = ToDoQuery(section: section, window: window.window)
            try await output.print(table, section: \.sectionTitle, app.toDos.batches(of: query))
        }
    }
}
