import ArgumentParser
import FermataDomain
import FermataPresentation

struct PlaylistCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "playlist", abstract: "Show a playlist, or make and change playlists of your own.",
        discussion: """
            “fermata playlist NAME” shows the songs of a playlist. Write “fermata playlist show NAME” for a playlist that \
            is named like a subcommand.
            """,
        subcommands: [
            Show.self, New.self, Add.self, Insert.self, Move.self, Remove.self, Rename.self, Share.self, Delete.self,
            Copy.self, Save.self, Import.self, Export.self,
        ], defaultSubcommand: Show.self)

    struct Show: OpenLibraryCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Show the songs of a playlist, in its order.")

        @OptionGroup var global: GlobalOptions
        @OptionGroup var output: OutputOptions

        @OptionGroup var window: WindowOptions

        @Argument(
            help: "The playlist's name, a part of it that no other name contains, or the first characters of its id.")
        var name: [String]

        typealias Dependencies = (playlists: PlaylistsDataSource, lyrics: LyricsDataSource, player: PlayerDataSource)

        static func dependencies(_ application: FermataApplication) -> Dependencies {
            (application.playlists, application.lyrics, application.markedPlayer)
        }

        func notesFailedSyncs(_ settings: Settings) -> Bool { output.isTable }

        func run(_ dependencies: Dependencies, on console: Console) async throws {
            let (playlists, lyrics, player) = dependencies
            let playlist = try await playlists.find(name.joined(separator: " "))
            let songs = playlists.batches(of: playlist, window: window.window)
            let showsLyrics = try output.shows(PlaylistSongField.song(.lyrics))
            let table = PlaylistSongCellModel.table.whenEmpty(.none.ofWindow(window.window))
                .marking(await output.playingSong(of: player, on: console)) { $0.song.id }
            try await output.print(
                table, (showsLyrics ? lyrics.marking(songs) : songs).numbered(after: window.offset), on: console)
            guard output.isTable else { return }
            // A long playlist is counted after its songs are shown.
            let counted = try await playlists.counted(playlist)
            if counted.count == 0 { console.note(EmptyListText.playlist(counted).commandLine) }
            console.note(counted.accessibilityLabel)
        }
    }
}

struct PlaylistsCommand: OpenLibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "playlists", abstract: "List playlists, or those whose names contain a text.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var window: WindowOptions

    @Argument(help: "A text to find in the names.")
    var text: [String] = []

    static func dependencies(_ application: FermataApplication) -> PlaylistsDataSource { application.playlists }

    func notesFailedSyncs(_ settings: Settings) -> Bool { output.isTable }

    func run(_ playlists: PlaylistsDataSource, on console: Console) async throws {
        let name = text.joined(separator: " ")
        let table = PlaylistCellModel.table.whenEmpty(.playlists(named: name).ofWindow(window.window))
        try await output.print(
            table, window.pages { try await playlists.list(named: name, window: $0) }, on: console)
    }
}
