import ArgumentParser

/// The program: its commands and its version.
struct FermataCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fermata",
        abstract: "A music library for people whose music lives in several places.",
        discussion: """
            Fermata gathers music from folders, servers and catalogues into one library on disk, shows it offline, and \
            stores your bookmarks and downloads. Try it without any set-up: fermata demo
            """,
        version: FermataVersion.text,
        subcommands: [
            ListCommand.self, ShowCommand.self, LyricsCommand.self, BookmarkCommand.self, UnbookmarkCommand.self,
            ArtistCommand.self,
            PlaylistsCommand.self, PlaylistCommand.self, PlayCommand.self, PlayerControlCommand.self,
            HistoryCommand.self,
            DownloadCommand.self, DownloadsCommand.self,
            ToDoCommand.self, UndoCommand.self, SourceCommand.self, SyncCommand.self, LibraryCommand.self,
            BrowseCommand.self, ServeCommand.self, DemoCommand.self,
        ])
}

extension FermataCommand {
    /// The words of a command line that begins with no command; nil if it begins with one, with an option, or with nothing.
    static func unknownCommand(in arguments: [String]) -> [String]? {
        let commands = configuration.subcommands.map { $0._commandName } + ["help"]
        let words = arguments.prefix { !$0.hasPrefix("-") }
        guard let first = words.first, !commands.contains(first) else { return nil }
        return Array(words)
    }
}
