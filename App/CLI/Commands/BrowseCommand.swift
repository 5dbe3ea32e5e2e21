import ArgumentParser
import Foundation

struct BrowseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "browse", abstract: "Browse the library on the whole terminal.",
        discussion: "Inside, ? shows the keys.")

    @OptionGroup var global: GlobalOptions

    func run() async throws {
        try FullScreen.check()
        let settings = try await Settings(arguments: global)
        try await Composition.run(settings) { app in
            let services = TUIServices(
                music: app.stored, playlists: app.playlists, artistPages: app.artistPage, downloads: app.downloads,
                toDos: Lazy { app.toDos }, artwork: app.artwork, library: app.library, libraryChanges: app.watch,
                downloadJobs: settings.downloads.jobs, clock: ContinuousClock(), now: { Date() })
            let capabilities = TerminalCapabilities(environment: ProcessInfo.processInfo.environment)
            try await TUIProgram(services, capabilities: capabilities).run()
        }
    }
}
