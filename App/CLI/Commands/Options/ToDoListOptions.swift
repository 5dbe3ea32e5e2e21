import ArgumentParser
import FermataDomain
import FermataPresentation
import Synchronization

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

    /// Where there is no row at all, a person is told how to add one.
    func list() async throws {
        try await Composition.run(try await Settings(arguments: global)) { app in
            let section: ToDoSection? = toDo ? .toDo : done ? .done : nil
            let isEmpty = Mutex(true)
            try await output.print(TableColumn.toDos, section: \.sectionTitle) { print in
                try await app.toDos.read(ToDoQuery(section: section, window: window.window)) { rows in
                    isEmpty.withLock { $0 = false }
                    try print(rows)
                }
            }
            if output.isTable, isEmpty.withLock({ $0 }) {
                Console.note("There is nothing here. Add what to hear next: fermata todo add TITLE")
            }
        }
    }
}
