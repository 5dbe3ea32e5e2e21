import ArgumentParser
import FermataDomain
import FermataPresentation
import Foundation

struct SourceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "source", abstract: "Add, list, change and remove sources, the places that music comes from.",
        subcommands: [Add.self, List.self, SetSource.self, Remove.self])

    struct Add: OpenLibraryCommand {
        static let opening = LibraryOpening.creating
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Add a source; “fermata sync” then reads it.")

        @OptionGroup var global: GlobalOptions
        @OptionGroup var output: OutputOptions

        @Argument(
            help: ArgumentHelp(
                """
                The kind of source: \(kinds). An address or path alone is a catalogue, or else a folder.
                """))
        var kind: String

        @OptionGroup(title: "Options for music servers")
        var signIn: SignInOptions

        @Argument(
            help: "Its address or path; for a program, -- and then the program and its arguments.", completion: .file())
        var address: [String] = []

        @Option(help: "A name for it (default: its host, or the folder's name).")
        var name: String?

        @Option(help: "The address of its playlists, which may be relative to its own.")
        var playlists: String?

        private static var kinds: String {
            KnownKinds.forms.map { "\($0.kind) for \($0.summary)" }.joined(separator: ", ")
        }

        func validate() throws {
            guard address.isEmpty, !SourceForm.isAddress(kind) else { return }
            let examples = KnownKinds.forms.map { "fermata source add \($0.kind) \($0.example)" }
            throw ValidationError("Add the kind and the address: \(examples.joined(separator: ", ")).")
        }

        static func dependencies(_ application: FermataApplication) -> SourcesDataSource { application.sources }

        func run(_ sources: SourcesDataSource, on console: Console) async throws {
            try output.checkFields(of: SourceCellModel.table)
            let row = try await sources.add(
                words: [kind] + address, playlists: playlists, name: name,
                signIn: { try signIn(to: $0, $1, on: console) }, checked: { console.note($0) })
            try await output.print(SourceCellModel.table, rows: [row], on: console)
            if output.isTable { console.note(row.syncHint) }
        }

        /// Returns nil for a kind of source that Fermata does not sign in to. Throws `SourceError`.
        private func signIn(to kind: String, _ traits: SourceTraits, on console: Console) throws -> SourceSignIn? {
            guard traits.contains(.signsIn) else {
                if signIn.user != nil || signIn.hasCredentials { throw SourceError.credentialsUnsupported(kind: kind) }
                return nil
            }
            return SourceSignIn(user: signIn.user) { [signIn] in try signIn.credentials(on: console) }
        }
    }

    struct List: OpenLibraryCommand {
        static let configuration = CommandConfiguration(commandName: "list", abstract: "List the sources.")

        @OptionGroup var global: GlobalOptions
        @OptionGroup var output: OutputOptions

        static func dependencies(_ application: FermataApplication) -> SourcesDataSource { application.sources }

        func run(_ sources: SourcesDataSource, on console: Console) async throws {
            let rows = try await sources.list()
            try await output.print(SourceCellModel.table(of: rows), rows: rows, on: console)
            guard output.isTable else { return }
            for note in SourceCellModel.notes(of: rows) { console.note(note) }
        }
    }

    struct SetSource: OpenLibraryCommand {
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

        static func dependencies(_ application: FermataApplication) -> SourcesDataSource { application.sources }

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

    struct Remove: OpenLibraryCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Remove a source, and the songs that came only from it.",
            discussion: "Downloads of removed songs stay on disk until “fermata downloads --clear-removed”.")

        @OptionGroup var global: GlobalOptions

        @Argument(help: "The source's name.")
        var name: String

        @Flag(help: "Do not remove bookmarked songs.")
        var keepBookmarked = false

        @Flag(name: .shortAndLong, help: "Remove without confirmation.")
        var force = false

        static func dependencies(_ application: FermataApplication) -> SourcesDataSource { application.sources }

        func run(_ sources: SourcesDataSource, on console: Console) async throws {
            let removal = SourceRemovalModel(name, keepsBookmarked: keepBookmarked)
            let isRemoved = try await sources.remove(name, keepingBookmarked: keepBookmarked) { [force] in
                try force || console.confirm(removal.question)
            }
            console.note(removal.resultText(isRemoved: isRemoved))
        }
    }
}

/// How Fermata signs in to a source. The secret itself is no option, because other users see arguments.
struct SignInOptions: ParsableArguments {

    @Option(help: "The user’s name on a music server.")
    var user: String?

    @Option(
        help: "Read the password or API key from the first line of this file (- for standard input).",
        completion: .file())
    var passwordFile: String?

    @Flag(help: "Sign in with an API key of the server, which stands for the user, in place of a password.")
    var apiKey = false

    @Flag(help: "Send the password unencrypted if the server supports nothing else. Others in the network can read it.")
    var unencryptedPassword = false

    @Option(help: "Trust the certificates in this file (PEM), too.", completion: .file())
    var caFile: String?

    func validate() throws {
        if apiKey, user != nil { throw ValidationError("An API key stands for the user: choose one of both.") }
    }

    /// Whether an option other than the user was used.
    var hasCredentials: Bool { passwordFile != nil || apiKey || unencryptedPassword || caFile != nil }

    /// Reads the secret from the file, else from the terminal without showing it, else from standard input.
    ///
    /// It is an API key if `usesAPIKey` is true, or with the flag.
    func credentials(usesAPIKey: Bool = false, on console: Console) throws -> SourceCredentials {
        let usesAPIKey = usesAPIKey || apiKey
        let secret = try SecretFile.read(
            passwordFile, askingFor: usesAPIKey ? "API key" : "Password", on: console)
        return SourceCredentials(
            usesAPIKey ? .apiKey(secret) : .password(secret), allowsUnencryptedPassword: unencryptedPassword,
            certificates: caFile.map { URL(filePath: $0).standardizedFileURL.path })
    }
}
