import ArgumentParser
import FermataDomain
import FermataPresentation

extension SourceCommand {
    struct SetSource: ParsableCommand {
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

        @OptionGroup(title: "Options for music servers")
        var signIn: SignInOptions

        @Flag(name: .customLong("password"), help: "Ask for a new password or API key.")
        var asksForSecret = false

        @Flag(help: "Remove its playlists, and read none from now on.")
        var noPlaylists = false

        func validate() throws {
            if playlists != nil && noPlaylists {
                throw ValidationError("Choose one of --playlists and --no-playlists.")
            }
            if name == nil, address == nil, playlists == nil, !noPlaylists, !changesSignIn {
                throw ValidationError(
                    "Choose what to change: --name, --address, --playlists, --no-playlists, --user or --password.")
            }
        }

        /// Whether the user, the way to sign in or the certificates change. Each change requires the secret again.
        private var changesSignIn: Bool { asksForSecret || signIn.user != nil || signIn.hasCredentials }

        func run(_ sources: SourcesDataSource, on console: Console) async throws {
            let lists: SetSourceUsecase.Playlists? =
                noPlaylists ? .removed : playlists.map { .address($0) }
            try output.checkFields(of: SourceCellModel.table)
            var changes = SetSourceUsecase.Changes(name: name, address: address, playlists: lists, user: signIn.user)
            if changesSignIn {
                let usesAPIKey = try await sources.usesAPIKey(source, after: changes)
                changes.credentials = try signIn.credentials(usesAPIKey: usesAPIKey, on: console)
            }
            let row = try await sources.set(source, changes)
            try await output.print(SourceCellModel.table, rows: [row], on: console)
            if output.isTable, address != nil || playlists != nil {
                console.note(row.syncHint)
            }
        }
    }
}
