import ArgumentParser
import FermataDomain
import FermataPresentation

/// A command that makes or changes one of the library's own playlists, and reports the change.
protocol PlaylistEditingCommand: OpenLibraryCommand where Dependencies == PlaylistEditingDependencies {
    var options: PlaylistEditingOptions { get }
    /// Makes the change; returns nil if a person cancels it.
    func edit(_ use: PlaylistEditingDependencies, on console: Console) async throws -> PlaylistChangeModel?
}

/// What the commands use: the playlists, the songs that a person names, and the queue.
struct PlaylistEditingDependencies {
    let editor: PlaylistEditorDataSource
    let music: SelectionDataSources
    let player: PlayerDataSource
}

struct PlaylistEditingOptions: ParsableArguments {
    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions
}

/// The name of one of the library's own playlists.
struct PlaylistNameOptions: ParsableArguments {
    @Argument(help: "The playlist's name, a part of it, or the first characters of its id.")
    var playlist: String
}

extension PlaylistEditingCommand {
    var global: GlobalOptions { options.global }

    static func dependencies(_ application: FermataApplication) -> Dependencies {
        PlaylistEditingDependencies(
            editor: application.playlistEditor, music: application.selection, player: application.otherPlayer)
    }

    func run(_ dependencies: Dependencies, on console: Console) async throws {
        let output = options.output
        try output.checkFields(of: PlaylistCellModel.table)
        guard let change = try await edit(dependencies, on: console) else { return }
        guard output.printsText else {
            return try await output.print(PlaylistCellModel.table, rows: [change.row], on: console)
        }
        console.note(change.text)
    }
}

extension PlaylistCommand {
    struct New: PlaylistEditingCommand {
        static let configuration = CommandConfiguration(
            commandName: "new", abstract: "Make a playlist, empty or with songs.")

        @OptionGroup var options: PlaylistEditingOptions

        @Argument(help: "The new playlist's name.")
        var name: String

        @OptionGroup var songs: SongOrGroupOptions

        func edit(_ use: PlaylistEditingDependencies, on console: Console) async throws -> PlaylistChangeModel? {
            guard let ids = try await songs.ids(for: .addToPlaylist, from: use.music, on: console) else { return nil }
            return try await use.editor.create(name, songs: ids)
        }
    }

    struct Add: PlaylistEditingCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Add songs at the end of a playlist.")

        @OptionGroup var options: PlaylistEditingOptions
        @OptionGroup var name: PlaylistNameOptions
        @OptionGroup var songs: SongOrGroupOptions

        func validate() throws { try songs.require() }

        func edit(_ use: PlaylistEditingDependencies, on console: Console) async throws -> PlaylistChangeModel? {
            let playlist = try await use.editor.find(name.playlist)
            guard let ids = try await songs.ids(for: .addToPlaylist, from: use.music, on: console) else { return nil }
            return try await use.editor.change(playlist, by: .add(ids))
        }
    }

    struct Insert: PlaylistEditingCommand {
        static let configuration = CommandConfiguration(
            commandName: "insert", abstract: "Insert songs at a position of a playlist.")

        @OptionGroup var options: PlaylistEditingOptions
        @OptionGroup var name: PlaylistNameOptions

        @Argument(help: "The position that the first song gets, as the playlist shows it.")
        var position: Int

        @OptionGroup var songs: SongOrGroupOptions

        func validate() throws { try songs.require() }

        func edit(_ use: PlaylistEditingDependencies, on console: Console) async throws -> PlaylistChangeModel? {
            let playlist = try await use.editor.find(name.playlist)
            guard let ids = try await songs.ids(for: .addToPlaylist, from: use.music, on: console) else { return nil }
            return try await use.editor.change(playlist, by: .insert(ids, at: position))
        }
    }

    struct Move: PlaylistEditingCommand {
        static let configuration = CommandConfiguration(
            commandName: "move", abstract: "Move songs within a playlist.",
            discussion: "“fermata playlist move Mix 5 7 1” moves the songs at the positions 5 and 7 to the start.")

        @OptionGroup var options: PlaylistEditingOptions
        @OptionGroup var name: PlaylistNameOptions

        @Argument(help: "The positions of the songs, then the one that the first of them gets.")
        var positions: [Int]

        func validate() throws {
            if positions.count < 2 { throw ValidationError("Give the position of a song and its new one.") }
        }

        func edit(_ use: PlaylistEditingDependencies, on console: Console) async throws -> PlaylistChangeModel? {
            let playlist = try await use.editor.find(name.playlist)
            return try await use.editor.change(
                playlist, by: .move(positions.dropLast(), to: positions[positions.count - 1]))
        }
    }

    struct Remove: PlaylistEditingCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Remove songs from a playlist.")

        @OptionGroup var options: PlaylistEditingOptions
        @OptionGroup var name: PlaylistNameOptions

        @Argument(help: "The positions of the songs, as the playlist shows them.")
        var positions: [Int]

        func edit(_ use: PlaylistEditingDependencies, on console: Console) async throws -> PlaylistChangeModel? {
            try await use.editor.change(use.editor.find(name.playlist), by: .remove(positions))
        }
    }

    struct Rename: PlaylistEditingCommand {
        static let configuration = CommandConfiguration(
            commandName: "rename", abstract: "Give a playlist another name.")

        @OptionGroup var options: PlaylistEditingOptions
        @OptionGroup var name: PlaylistNameOptions

        @Argument(help: "The new name.")
        var newName: String

        func edit(_ use: PlaylistEditingDependencies, on console: Console) async throws -> PlaylistChangeModel? {
            try await use.editor.rename(use.editor.find(name.playlist), to: newName)
        }
    }

    struct Share: PlaylistEditingCommand {
        static let configuration = CommandConfiguration(
            commandName: "share", abstract: "Let the other accounts of “fermata user” see a playlist.",
            discussion: "Each library that has this one as a source gets a copy, which follows the changes.")

        @OptionGroup var options: PlaylistEditingOptions
        @OptionGroup var name: PlaylistNameOptions

        @Flag(help: "Make the playlist private again.")
        var off = false

        func edit(_ use: PlaylistEditingDependencies, on console: Console) async throws -> PlaylistChangeModel? {
            try await use.editor.setShared(!off, use.editor.find(name.playlist))
        }
    }

    struct Copy: PlaylistEditingCommand {
        static let configuration = CommandConfiguration(
            commandName: "copy", abstract: "Copy a playlist of any source to one that you can change.",
            discussion: "The copy of a saved search has its present results.")

        @OptionGroup var options: PlaylistEditingOptions

        @Argument(help: "The playlist's name, a part of it, or the first characters of its id.")
        var name: String

        @Argument(help: "The name of the copy (default: the same).")
        var newName: String?

        func edit(_ use: PlaylistEditingDependencies, on console: Console) async throws -> PlaylistChangeModel? {
            try await use.editor.copy(use.music.playlists.find(name), as: newName)
        }
    }

    struct Save: PlaylistEditingCommand {
        static let configuration = CommandConfiguration(
            commandName: "save",
            abstract: "Save a search as a playlist that is always current, or the queue as a playlist.",
            discussion:
                "“fermata playlist save Folk genre:folk --sort added --limit 50” lists the latest 50 folk songs.")

        @OptionGroup var options: PlaylistEditingOptions

        @Argument(help: "The new playlist's name.")
        var name: String

        @Argument(help: "Words to search for, as in: fermata list.")
        var words: [String] = []

        @Option(help: "The order of the songs.")
        var sort: SortOrder?

        @Flag(help: "Reverse the order.")
        var reverse = false

        @Option(parsing: .unconditional, help: "Show at most this many songs.")
        var limit: Int?

        @Flag(help: "Save the songs of the queue instead of a search.")
        var queue = false

        func validate() throws {
            if let limit, limit < 1 { throw ValidationError("The limit must be 1 or more.") }
            if queue, !words.isEmpty || sort != nil || reverse || limit != nil {
                throw ValidationError("Choose one of --queue and a search.")
            }
            if !queue, words.isEmpty, sort == nil, limit == nil {
                throw ValidationError("Give words to search for, --sort, --limit or --queue.")
            }
        }

        func edit(_ use: PlaylistEditingDependencies, on console: Console) async throws -> PlaylistChangeModel? {
            if queue { return try await use.editor.save(queue: use.player.queueBatches(.all), as: name) }
            let search = SavedSearch(
                text: SearchQuery.text(of: words), order: sort ?? .relevance, isReversed: reverse, limit: limit)
            return try await use.editor.save(search, as: name)
        }
    }

    struct Delete: OpenLibraryCommand {
        static let configuration = CommandConfiguration(
            commandName: "delete", abstract: "Delete a playlist of your own, or a saved search.")

        @OptionGroup var global: GlobalOptions
        @OptionGroup var name: PlaylistNameOptions

        @Flag(name: .shortAndLong, help: "Delete without confirmation.")
        var force = false

        static func dependencies(_ application: FermataApplication) -> PlaylistEditorDataSource {
            application.playlistEditor
        }

        func run(_ editor: PlaylistEditorDataSource, on console: Console) async throws {
            let playlist = try await editor.find(name.playlist)
            let deletion = PlaylistDeletionModel(playlist)
            let isConfirmed = try force || console.confirm(deletion.question, .deletion)
            if isConfirmed { try await editor.delete(playlist) }
            console.note(deletion.resultText(isDeleted: isConfirmed))
        }
    }
}
