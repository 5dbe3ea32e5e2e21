import ArgumentParser
import FermataPresentation

struct ShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show everything the library knows about a song.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "The first characters of an id, as lists show it.")
    var id: String

    func run(_ music: MusicListDataSource, on console: Console) async throws {
        try await output.printDetail(try await music.find(id), in: MusicCellModel.table, on: console)
    }
}
