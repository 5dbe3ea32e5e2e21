import ArgumentParser

/// The program: its commands and its version.
struct FermataCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fermata",
        abstract: "A music library for people whose music lives in several places.",
        discussion: """
            It gathers music from catalogues into one library on disk, shows it offline, and lets you hold on to what \
            you like. Try it without any set-up: fermata demo
            """,
        version: "0.1.0",
        subcommands: [
            ListCommand.self, ShowCommand.self, BookmarkCommand.self, UnbookmarkCommand.self, ArtistCommand.self,
            PlaylistsCommand.self, PlaylistCommand.self, DownloadCommand.self, DownloadsCommand.self,
            ToDoCommand.self, SourceCommand.self, SyncCommand.self, BrowseCommand.self, ServeCommand.self,
            DemoCommand.self,
        ])

    /// Runs the command that the arguments name.
    static func run(_ arguments: [String]) async throws {
        var command = try parseAsRoot(arguments)
        if var command = command as? any AsyncParsableCommand {
            try await command.run()
        } else {
            try command.run()
        }
    }
}
