import ArgumentParser

struct BrowseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "browse", abstract: "Browse the library on the whole terminal.")

    @OptionGroup var global: GlobalOptions

    func run() async throws {
        try await Composition.run(try await Settings(arguments: global)) { _ in }
    }
}
