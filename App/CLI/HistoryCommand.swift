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

    typealias Dependencies = (history: HistoryDataSource, player: PlayerDataSource)

    static func dependencies(_ application: FermataApplication) -> Dependencies {
        (application.history, application.markedPlayer)
    }

    func run(_ dependencies: Dependencies, on console: Console) async throws {
        let (history, player) = dependencies
        let table = HistoryCellModel.table.whenEmpty(HistoryCellModel.table.emptyText.ofWindow(window.window))
            .marking(await output.playingSong(of: player, on: console)) { $0.song.id }
        try await output.print(table, window.pages(history.list), on: console)
    }
}
