import ArgumentParser
import FermataDomain
import FermataPresentation

struct PlaylistsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "playlists", abstract: "List playlists, or those whose names contain a text.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var window: WindowOptions

    @Argument(help: "A text to find in the names.")
    var text: [String] = []

    func run(_ playlists: PlaylistsDataSource, on console: Console) async throws {
        let name = text.joined(separator: " ")
        let table = PlaylistCellModel.table.whenEmpty(.playlists(named: name).ofWindow(window.window))
        try await output.print(
            table, window.pages { try await playlists.list(named: name, window: $0) }, on: console)
    }
}
