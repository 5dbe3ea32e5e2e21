import ArgumentParser

struct BrowseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "browse", abstract: "Browse the library on the whole terminal.",
        discussion: "Inside, ? shows the keys.")

    @OptionGroup var global: GlobalOptions

    func run() async throws {
        try FullScreen.check()
        let settings = try await Settings(arguments: global)
        try await Composition.run(settings) { app in
            try await TUIProgram(app, jobs: settings.downloads.jobs).run()
        }
    }
}
