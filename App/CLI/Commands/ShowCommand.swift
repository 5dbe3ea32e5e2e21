import ArgumentParser
import FermataPresentation

struct ShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show all that is known of some music.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "The beginning of an id, as lists show it.")
    var id: String

    func run() async throws {
        try await Composition.run(try await Settings(arguments: global)) { app in
            let row = try await app.stored.find(id)
            try await output.printDetail(row, in: MusicCellModel.table)
        }
    }
}
