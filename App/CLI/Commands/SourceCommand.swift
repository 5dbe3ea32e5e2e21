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
                The kind of source: http for a JSON catalogue on the web, folder for a folder of audio files, subsonic for \
                a music server. An address or path alone is a catalogue or a folder.
                """)
        var kind: String

        @OptionGroup(title: "Options for music servers")
        var signIn: SignInOptions

        @Argument(help: "Its address, or the path of the folder.", completion: .directory)
        var address: String?

        @Option(help: "A name for it (default: its host, or the folder's name).")
        var name: String?

        @Option(help: "The address of its playlists, which may be relative to its own.")
        var playlists: String?

        /// The kind of an address that was given without a kind: a web address, or a path.
        private var kindOfAddress: String? { Source.kind(ofAddress: kind) }

        func validate() throws {
            guard address == nil, kindOfAddress == nil else { return }
            throw ValidationError(
                """
                Add the kind and the address: fermata source add http https://example.org/songs.json, \
                fermata source add folder ~/Music, or \
                fermata source add subsonic https://music.example.org --user ann
                """)
        }

        func run(_ sources: SourcesDataSource, on console: Console) async throws {
            try output.checkFields(of: SourceCellModel.table)
            let kind = address == nil ? kindOfAddress ?? kind : kind
            let row = try await sources.add(
                kind: kind, address: address ?? self.kind, playlists: playlists, name: name,
                signIn: try signIn(to: kind, on: console), checked: { console.note($0.text) })
            try await output.print(SourceCellModel.table, rows: [row], on: console)
            if output.isTable { console.note(row.syncHint) }
        }

        /// Returns nil for a kind of source that Fermata does not sign in to. Throws `SourceError`.
        private func signIn(to kind: String, on console: Console) throws -> SourceSignIn? {
            guard kind == Source.subsonicKind else {
                if signIn.user != nil || signIn.hasCredentials { throw SourceError.credentialsUnsupported(kind: kind) }
                return nil
            }
            return SourceSignIn(user: signIn.user) { [signIn] in try signIn.credentials(on: console) }
        }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(commandName: "list", abstract: "List the sources.")

        @OptionGroup var global: GlobalOptions
        @OptionGroup var output: OutputOptions

        func run(_ sources: SourcesDataSource, on console: Console) async throws {
            let rows = try await sources.list()
            try await output.print(SourceCellModel.table(of: rows), rows: rows, on: console)
            guard output.isTable else { return }
            for note in SourceCellModel.notes(of: rows) { console.note(note) }
        }
    }
}
