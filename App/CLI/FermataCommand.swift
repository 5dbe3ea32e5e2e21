package import ArgumentParser
import FermataDomain
import FermataPresentation

/// The program: its commands and its version.
package struct FermataCommand: ParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "fermata",
        abstract: "A music library for people whose music lives in several places.",
        discussion: """
            Fermata gathers music from folders, servers and catalogues into one library on disk, shows it offline, and \
            stores your bookmarks and downloads. Try it without any set-up: fermata demo
            """,
        version: FermataVersion.text,
        subcommands: [
            ListCommand.self, ShowCommand.self, LyricsCommand.self, BookmarkCommand.self, UnbookmarkCommand.self,
            RateCommand.self, AlbumsCommand.self, AlbumCommand.self, GenresCommand.self, ArtistsCommand.self,
            ArtistCommand.self, DuplicatesCommand.self,
            PlaylistsCommand.self, PlaylistCommand.self, PlayCommand.self, PlayerControlCommand.self,
            HistoryCommand.self,
            DownloadCommand.self, DownloadsCommand.self,
            ToDoCommand.self, UndoCommand.self, SourceCommand.self, SyncCommand.self, LibraryCommand.self,
            ConfigCommand.self, BrowseCommand.self, ServeCommand.self, UserCommand.self, DemoCommand.self,
        ])

    package init() {}
}

extension FermataCommand {
    private static let helpCommand = "help"
    static let versionOption = "--version"

    /// Returns the command that a line requests.
    ///
    /// Parsing from the root decodes the options of a command several times, so the command parses its own arguments
    /// first. If that fails or help is requested, the root parses the line: its messages name the command in full.
    static func parseCommand(_ arguments: [String]) throws -> any ParsableCommand {
        var (words, command): (ArraySlice<String>, any ParsableCommand.Type) = (arguments[...], self)
        while let name = words.first, let next = command.subcommand(name) {
            words.removeFirst()
            command = next
        }
        // A request for help is parsed as the parser's own help command.
        if command != self, let parsed = try? command.parseAsRoot(Array(words)),
            ([command] + command.configuration.subcommands).contains(where: { $0 == type(of: parsed) })
        {
            return parsed
        }
        return try parseAsRoot(arguments)
    }

    /// Returns an error if the word in the place of a command is unknown.
    static func unknownCommand(in arguments: [String]) -> UnknownCommandError? {
        var words = arguments.prefix { !$0.hasPrefix("-") }.drop { $0 == helpCommand }
        var (group, command): ([String], any ParsableCommand.Type) = ([], self)
        while let name = words.first, !command.configuration.subcommands.isEmpty {
            guard let next = command.subcommand(name) else {
                if command.takesWords { return nil }
                let others = group.isEmpty ? [helpCommand, versionOption] : []
                return UnknownCommandError(
                    Array(words), in: group, commands: command.commandNames + others,
                    kinds: KnownKinds.forms.map(\.kind))
            }
            (group, command) = (group + [name], next)
            words.removeFirst()
        }
        return nil
    }

    /// Returns an error if a rejected command line is valid with its first options after the command.
    ///
    /// The value of an option can be the name of a command, so the command is the first one that makes the line valid.
    static func misplacedOption(in arguments: [String]) -> MisplacedOptionError? {
        MisplacedOptionError.candidates(in: arguments, commands: commandNames)
            .first { (try? parseAsRoot($0.arguments)) != nil }
    }
}

extension ParsableCommand {
    fileprivate static var commandNames: [String] { configuration.subcommands.map { $0._commandName } }

    /// Whether words that are no subcommand are arguments of the default one, as in: fermata playlist NAME
    fileprivate static var takesWords: Bool {
        guard let command = configuration.defaultSubcommand else { return false }
        return (try? command.parse(["word"])) != nil
    }

    fileprivate static func subcommand(_ name: String) -> (any ParsableCommand.Type)? {
        configuration.subcommands.first { $0._commandName == name }
    }
}
