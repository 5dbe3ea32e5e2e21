import ArgumentParser
import FermataDomain
import FermataPresentation

/// The accounts with which apps use the library.
struct UserCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "user", abstract: "Let people sign in to the pages and in apps: add, change and remove accounts.",
        discussion: """
            fermata serve replies to the apps of Subsonic servers, for phones, cars and computers. Enter the address of the \
            server, and the name and the password of an account. All accounts have the same music. The first one has the \
            bookmarks, ratings, plays, playlists and queue of this library, each other one its own. Explicit music is \
            hidden from those who are too young for it.
            """,
        subcommands: [Add.self, List.self, Change.self, Remove.self, Password.self, Key.self],
        defaultSubcommand: List.self)

    struct Add: OpenLibraryCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Add an account; the first one is an administrator.",
            discussion: "With --age, the account has the rule of a listener of this age.")

        @OptionGroup var global: GlobalOptions
        @Argument(help: "The name with which apps sign in.")
        var name: String

        @Flag(help: "The person may manage the accounts, and start syncs in apps.")
        var admin = false

        @Flag(help: "Set no password: apps sign in with an API key only.")
        var noPassword = false

        @Option(help: "Read the password from the first line of this file (- for standard input).", completion: .file())
        var passwordFile: String?

        func validate() throws {
            if noPassword, passwordFile != nil {
                throw ValidationError("Choose one of --no-password and --password-file.")
            }
        }

        static func dependencies(_ application: FermataApplication) -> AccountsDataSource { application.accounts }

        func run(_ accounts: AccountsDataSource, on console: Console) async throws {
            let password = try noPassword ? nil : SecretFile.readNewPassword(passwordFile, on: console)
            let row = try await accounts.add(name, age: global.age, isAdmin: admin, password: password)
            console.note(row.addedText)
        }
    }

    struct List: OpenLibraryCommand {
        static let configuration = CommandConfiguration(commandName: "list", abstract: "List the accounts.")

        @OptionGroup var global: GlobalOptions
        @OptionGroup var output: OutputOptions

        static func dependencies(_ application: FermataApplication) -> AccountsDataSource { application.accounts }

        func run(_ accounts: AccountsDataSource, on console: Console) async throws {
            try await output.print(AccountCellModel.table, rows: try await accounts.accounts(), on: console)
        }
    }

    struct Change: OpenLibraryCommand {
        static let configuration = CommandConfiguration(
            commandName: "change", abstract: "Change the age or the role of an account.",
            discussion: "With --age, the account has the rule of a listener of this age.")

        @OptionGroup var global: GlobalOptions
        @Argument(help: "The name of the account.") var name: String

        @Flag(help: "The account has the rule of the library's own listener.")
        var noAge = false

        @Flag(inversion: .prefixedNo, help: "Whether the person may manage the accounts, and start syncs in apps.")
        var admin: Bool?

        func validate() throws {
            if noAge, global.age != nil { throw ValidationError("Choose one of --age and --no-age.") }
            guard noAge || global.age != nil || admin != nil else {
                throw ValidationError("Choose at least one of --age, --no-age, --admin and --no-admin.")
            }
        }

        static func dependencies(_ application: FermataApplication) -> AccountsDataSource { application.accounts }

        func run(_ accounts: AccountsDataSource, on console: Console) async throws {
            let age = noAge ? .some(nil) : global.age.map(Optional.some)
            console.note(try await accounts.change(name, by: AccountEdit(age: age, isAdmin: admin)).changedText)
        }
    }

    struct Remove: OpenLibraryCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Remove an account with everything of its own.")

        @OptionGroup var global: GlobalOptions
        @Argument(help: "The name of the account.") var name: String

        @Flag(name: .shortAndLong, help: "Remove without confirmation.")
        var force = false

        static func dependencies(_ application: FermataApplication) -> AccountsDataSource { application.accounts }

        func run(_ accounts: AccountsDataSource, on console: Console) async throws {
            console.note(try await accounts.remove(name) { [force] in try force || console.confirm($0) })
        }
    }

    struct Password: OpenLibraryCommand {
        static let configuration = CommandConfiguration(
            commandName: "password", abstract: "Set a new password of an account.")

        @OptionGroup var global: GlobalOptions
        @Argument(help: "The name of the account.") var name: String

        @Option(help: "Read the password from the first line of this file (- for standard input).", completion: .file())
        var passwordFile: String?

        static func dependencies(_ application: FermataApplication) -> AccountsDataSource { application.accounts }

        func run(_ accounts: AccountsDataSource, on console: Console) async throws {
            let password = try SecretFile.readNewPassword(passwordFile, on: console)
            console.note(try await accounts.setPassword(password, of: name))
        }
    }

    struct Key: OpenLibraryCommand {
        static let configuration = CommandConfiguration(
            commandName: "key", abstract: "Add an API key to an account and print it, or remove all its keys.",
            discussion: "An API key stands for the name and the password. It is shown only once.")

        @OptionGroup var global: GlobalOptions
        @Argument(help: "The name of the account.") var name: String

        @Flag(help: "Remove all API keys of the account; add none.")
        var remove = false

        static func dependencies(_ application: FermataApplication) -> AccountsDataSource { application.accounts }

        func run(_ accounts: AccountsDataSource, on console: Console) async throws {
            if remove { return console.note(try await accounts.removeKeys(of: name)) }
            try console.print(try await accounts.addKey(to: name) + "\n")
        }
    }
}
