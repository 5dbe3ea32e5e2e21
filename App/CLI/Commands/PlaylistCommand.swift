import ArgumentParser
import FermataDomain
import FermataPresentation

struct PlaylistCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "playlist", abstract: "Show the songs of a playlist, in its order.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "The playlist's name, a part of it that no other name contains, or the first characters of its id.")
    var name: [String]

    func run(_ playlists: PlaylistsDataSource, on console: Console) async throws {
        let playlist = try await playlists.find(name.joined(separator: " "))
        let table = MusicCellModel.table.whenEmpty(.playlist)
        try await output.print(table, playlists.batches(of: playlist), on: console)
        if output.isTable { console.note(playlist.accessibilityLabel) }
    }
}
