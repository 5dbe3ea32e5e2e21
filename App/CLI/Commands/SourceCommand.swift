import ArgumentParser
import FermataDomain
import FermataPresentation

struct SourceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "source", abstract: "Add, list, change and remove sources, the places that music comes from.",
        subcommands: [Add.self, List.self, SetSource.self, Remove.self])

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Add a source; “fermata sync” then reads it.")

        @OptionGroup var global: GlobalOptions
        @OptionGroup var output: OutputOptions

        @Argument(
            help: """
                The kind of source: http for a JSON catalogue on the web, folder for a folder of audio files. An address or \
                path alone shows its kind.
                """)
        var kind: String

        @Argument(help: "Its address, or the path of the folder.", completion: .directory)
        var address: String?

        @Option(help: "A name for it (default: its host, or the folder's name).")
        var name: String?

        @Option(help: "The address of its playlists, which may be relative to its own.")
        var playlists: String?

        /// The kind that an address without one shows: an address of the web, or a path.
        private var kindOfAddress: String? {
            if ["http://", "https://"].contains(where: kind.lowercased().hasPrefix) { return "http" }
            return [".", "/", "~"].contains { kind.hasPrefix($0) } ? "folder" : nil
        }

        func validate() throws {
            guard address == nil, kindOfAddress == nil else { return }
            throw ValidationError(
                """
                Add the kind and the address: fermata source add http https://example.org/songs.json, or \
                fermata source add folder ~/Music
                """)
        }

        func run(_ sources: SourcesDataSource, on console: Console) async throws {
            try output.checkFields(of: SourceCellModel.table)
            let row = try await sources.add(
                kind: address == nil ? kindOfAddress ?? kind : kind, address: address ?? kind, playlists: playlists,
                name: name)
            try await output.print(SourceCellModel.table, rows: [row], on: console)
            if output.isTable { console.note(row.syncHint) }
        }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(commandName: "list", abstract: "List the sources.")

        @OptionGroup var global: GlobalOptions
        @OptionGroup var output: OutputOptions

        func run(_ sources: SourcesDataSource, on console: Console) async throws {
            let rows = try await sources.list()
            try await output.print(SourceCellModel.table, rows: rows, on: console)
        }
    }
}
