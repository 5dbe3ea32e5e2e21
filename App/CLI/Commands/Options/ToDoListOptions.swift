import ArgumentParser
import FermataDomain
import FermataPresentation

/// The options of the list of to-dos.
struct ToDoListOptions: ParsableArguments {
    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var window: WindowOptions

    @Option(help: "The order of each section: \(ToDoOrderKey.allCases.map(\.rawValue).joined(separator: ", ")).")
    var sort: ToDoOrderKey = .list

    @Flag(help: "Reverse the order.")
    var reverse = false

    @Flag(help: "Show only open to-dos.")
    var toDo = false

    @Flag(help: "Show only done to-dos.")
    var done = false

    func validate() throws {
        if toDo && done { throw ValidationError("Choose one of --to-do and --done.") }
    }

    func list(_ toDos: ToDoListDataSource, on console: Console) async throws {
        let table = ToDoCellModel.table.whenEmpty(.toDos(section).ofWindow(window.window))
        let query = ToDoQuery(
            section: section, order: toDos.dateStyle.order(sort), isReversed: reverse, window: window.window)
        try await output.print(table, section: \.sectionTitle, toDos.batches(of: query), on: console)
    }

    private var section: ToDoSection? { toDo ? .toDo : done ? .done : nil }
}
