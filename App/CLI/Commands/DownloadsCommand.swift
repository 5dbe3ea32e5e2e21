import ArgumentParser
import FermataDomain
import FermataPresentation

struct DownloadsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "downloads", abstract: "List what is kept for offline use, or on its way.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var window: WindowOptions

    @Flag(help: "Find where the folder and the library do not agree, and mend it.")
    var check = false

    func run() async throws {
        let settings = try await Settings(arguments: global)
        try await Composition.run(settings) { app in
            if check { return try await printIssues(app, isRestricted: settings.listener.filter != .all) }
            let table = DownloadCellModel.table.whenEmpty(.downloads.ofWindow(window.window))
            try await output.print(table, window.pages { try await app.downloads.list(window: $0) })
        }
    }

    private func printIssues(_ app: Composition, isRestricted: Bool) async throws {
        let issues = try await app.downloads.check()
        let table = DownloadIssueCellModel.table.whenEmpty(.downloadIssues(isRestricted: isRestricted))
        try await output.print(table, rows: issues)
    }
}
