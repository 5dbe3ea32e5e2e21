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
            if check { return try await printFindings(app, toAnyone: settings.listener.filter == .all) }
            try await output.print(TableColumn.downloads, none: "Nothing is downloaded or on its way.") { rows in
                try await window.forEachPage { window in
                    let page = try await app.downloads.list(window: window)
                    try rows(page)
                    return page.count
                }
            }
        }
    }

    /// Where some findings may have been kept from the listener, none is no proof that all is well.
    private func printFindings(_ app: Composition, toAnyone: Bool) async throws {
        let findings = try await app.downloads.check()
        try await output.print(TableColumn.findings) { try $0(findings) }
        guard findings.isEmpty else { return }
        Console.note(toAnyone ? "The folder and the library agree." : "There is nothing to tell.")
    }
}
