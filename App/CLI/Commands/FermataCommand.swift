import ArgumentParser

/// The program: its commands and its version.
struct FermataCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fermata",
        abstract: "A music library for people whose music lives in several places.",
        discussion: """
            Fermata gathers music from catalogues into one library on disk, shows it offline, and stores your \
            bookmarks and downloads. Try it without any set-up: fermata demo
            """,
        version: FermataVersion.text,
        subcommands: [
            ListCommand.self, ShowCommand.self, BookmarkCommand.self, UnbookmarkCommand.self, ArtistCommand.self,
            PlaylistsCommand.self, PlaylistCommand.self, DownloadCommand.self, DownloadsCommand.self,
            ToDoCommand.self, SourceCommand.self, SyncCommand.self, LibraryCommand.self, BrowseCommand.self,
            ServeCommand.self, DemoCommand.self,
        ])
}
