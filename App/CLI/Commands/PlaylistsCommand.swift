import ArgumentParser
import FermataDomain
import FermataPresentation

struct PlaylistsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "playlists", abstract: "List playlists, or those whose names hold a text.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var window: WindowOptions

    @Argument(help: "A text to look for in the names.")
    var text: [String] = []

    func run() async throws {
        try await Composition.run(try await Settings(arguments: global)) { app in
            try await output.print(TableColumn.playlists, none: "There is no such playlist.") { rows in
                try await window.forEachPage { window in
                    let page = try await app.playlists.list(named: text.joined(separator: " "), window: window)
                    try rows(page)
                    return page.count
                }
            }
        }
    }
}
