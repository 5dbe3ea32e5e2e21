import ArgumentParser
import FermataPresentation

struct ConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config", abstract: "List settings, and store them in the config file.",
        subcommands: [List.self, Get.self, SetValue.self, Unset.self], defaultSubcommand: List.self)

    struct List: SettingsReadingCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List each setting, its value, and where the value comes from.",
            discussion: """
                A value comes from an option, from an environment variable, from the config file, or is the default. \
                Secrets are not shown.
                """)

        @OptionGroup var global: GlobalOptions
        @OptionGroup var output: OutputOptions

        func run(_ dependencies: SettingsDependencies, on console: Console) async throws {
            let (rows, store) = dependencies
            try await output.print(SettingCellModel.table, rows: rows, on: console)
            if output.isTable { console.note(SettingCellModel.fileText(path: store.path, exists: store.exists)) }
        }
    }

    struct Get: SettingsReadingCommand {
        static let configuration = CommandConfiguration(commandName: "get", abstract: "Show the value of a setting.")

        @OptionGroup var global: GlobalOptions
        @OptionGroup var output: OutputOptions

        @Argument(help: "The name of the setting, as the list shows it.")
        var name: String

        func run(_ dependencies: SettingsDependencies, on console: Console) async throws {
            let store = dependencies.store
            let setting = try store.definition(name)
            let rows = dependencies.rows.filter { $0.name == setting.name }
            guard output.printsText else {
                return try await output.print(SettingCellModel.table, rows: rows, on: console)
            }
            for row in rows { try console.print(SafeText(row.valueText).text + "\n") }
        }
    }

    struct SetValue: SettingsWritingCommand {
        static let configuration = CommandConfiguration(
            commandName: "set", abstract: "Store a setting in the config file.",
            discussion: """
                The rest of the file stays as it is. The value of serve.token is asked for, or read from standard \
                input, because other users can read arguments.
                """)

        @Argument(help: "The name of the setting, as the list shows it.")
        var name: String

        @Argument(parsing: .allUnrecognized, help: "Its value.")
        var value: [String] = []

        func run(_ store: SettingsStore, on console: Console) throws {
            let setting = try store.definition(name)
            let value: String
            if setting.kind == .secret {
                if !self.value.isEmpty { throw SettingsError.secretArgument(key: name) }
                value = console.readSecret("\(name): ") ?? ""
            } else {
                value = self.value.joined(separator: " ")
            }
            if value.isEmpty { throw SettingsError.missingValue(key: name) }
            try store.set(setting, to: value)
            console.note(
                SettingCellModel.storedText(name, path: store.path, overriddenBy: store.override(of: setting)))
        }
    }

    struct Unset: SettingsWritingCommand {
        static let configuration = CommandConfiguration(
            commandName: "unset", abstract: "Remove a setting from the config file, so that it has its default.")

        @Argument(help: "The name of the setting, as the list shows it.")
        var name: String

        func run(_ store: SettingsStore, on console: Console) throws {
            try store.remove(try store.definition(name))
            console.note(SettingCellModel.removedText(name, path: store.path))
        }
    }
}

/// A command that shows settings.
protocol SettingsReadingCommand: RunnableCommand where Dependencies == SettingsDependencies {
    var global: GlobalOptions { get }
}

typealias SettingsDependencies = (rows: [SettingCellModel], store: SettingsStore)

extension SettingsReadingCommand {
    func withDependencies(from runner: CommandRunner, _ body: (Dependencies) async throws -> Void) async throws {
        try await body(
            (try await runner.settings(global).keys.rows, SettingsStore(environment: runner.environment)))
    }
}

/// A command that changes the config file.
protocol SettingsWritingCommand: RunnableCommand where Dependencies == SettingsStore {}

extension SettingsWritingCommand {
    func withDependencies(from runner: CommandRunner, _ body: (SettingsStore) async throws -> Void) async throws {
        try await body(SettingsStore(environment: runner.environment))
    }
}
