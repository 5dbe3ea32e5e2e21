import ArgumentParser
import FermataPresentation

struct HistoryCommand: OpenLibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "history", abstract: "List the songs that were played, the last one first.",
        discussion: """
            A song counts as played after half of it or four minutes, whichever is less, but never before 30 seconds.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var window: WindowOptions

    static func dependencies(_ application: FermataApplication) -> HistoryDataSource { application.history }

    func run(_ history: HistoryDataSource, on console: Console) async throws {
        let table = HistoryCellModel.table.whenEmpty(HistoryCellModel.table.emptyText.ofWindow(window.window))
        try await output.print(table, window.pages(history.list), on: console)
    }
}
