import ArgumentParser
import FermataDomain
import FermataPresentation

extension SourceCommand {
    struct Change: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "set", abstract: "Change a source. Its songs, bookmarks and downloads stay.")

        @OptionGroup var global: GlobalOptions
        @OptionGroup var output: OutputOptions

        @Argument(help: "The source's name.")
        var source: String

        @Option(help: "Its new name.")
        var name: String?

        @Option(help: "Its new address.")
        var address: String?

        @Option(help: "The new address of its playlists, which may be relative to its own.")
        var playlists: String?

        @Flag(help: "Remove its playlists, and read none from now on.")
        var noPlaylists = false

        func validate() throws {
            if playlists != nil && noPlaylists {
                throw ValidationError("Choose one of --playlists and --no-playlists.")
            }
            if name == nil, address == nil, playlists == nil, !noPlaylists {
                throw ValidationError("Choose what to change: --name, --address, --playlists or --no-playlists.")
            }
        }

        func run(_ sources: SourcesDataSource, on console: Console) async throws {
            let lists: SetSourceUsecase.Playlists? =
                noPlaylists ? .removed : playlists.map { .address($0) }
            let row = try await sources.set(source, .init(name: name, address: address, playlists: lists))
            try await output.print(SourceCellModel.table, rows: [row], on: console)
            if output.isTable, address != nil || playlists != nil {
                console.note("To read it from there, run: fermata sync")
            }
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Remove a source, and the songs that came only from it.")

        @OptionGroup var global: GlobalOptions

        @Argument(help: "The source's name.")
        var name: String

        @Flag(help: "Do not remove bookmarked songs.")
        var keepBookmarked = false

        @Flag(name: .shortAndLong, help: "Remove without confirmation.")
        var force = false

        func run(_ sources: SourcesDataSource, on console: Console) async throws {
            let exception = keepBookmarked ? "except bookmarked ones" : "bookmarked ones included"
            let question = "Remove \(name) and all songs that came only from it, \(exception)?"
            let isRemoved = try await sources.remove(name, keepingBookmarked: keepBookmarked) { [force] in
                try force || console.confirm(question)
            }
            console.note(isRemoved ? "Removed \(name)." : "Nothing was removed.")
        }
    }
}
