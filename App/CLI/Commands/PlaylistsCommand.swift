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
            let name = text.joined(separator: " ")
            let table = PlaylistCellModel.table.whenEmpty(.playlists(named: name).ofWindow(window.window))
            try await output.print(table, window.pages { try await app.playlists.list(named: name, window: $0) })
        }
    }
}
