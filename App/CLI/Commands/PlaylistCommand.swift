import ArgumentParser
import FermataDomain
import FermataPresentation

struct PlaylistCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "playlist", abstract: "Show the music of a playlist, in its order.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "The playlist's name or id, or a part of the name that is in no other name.")
    var name: [String]

    func run() async throws {
        try await Composition.run(try await Settings(arguments: global)) { app in
            let playlist = try await app.playlists.find(name.joined(separator: " "))
            let table = MusicCellModel.table.whenEmpty(.playlist)
            try await output.print(table, app.playlists.batches(of: playlist))
            if output.isTable { Console.note(playlist.accessibilityLabel) }
        }
    }
}
