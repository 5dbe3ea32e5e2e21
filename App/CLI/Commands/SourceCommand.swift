import ArgumentParser
import FermataDomain
import FermataPresentation
import Foundation

struct SourceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "source", abstract: "Add, list and remove the places that music comes from.",
        subcommands: [Add.self, List.self, Remove.self])

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Add a source, to be read by “fermata sync”.")

        @OptionGroup var global: GlobalOptions
        @OptionGroup var output: OutputOptions

        @Argument(help: "The kind of source: http, for a JSON catalogue on the web.")
        var kind: String

        @Argument(help: "Its address.")
        var address: String

        @Option(help: "A name for it (default: its host).")
        var name: String?

        @Option(help: "The address of its playlists, which may be relative to its own.")
        var playlists: String?

        func run() async throws {
            try await Composition.run(try await Settings(arguments: global)) { app in
                let source = try await app.addSource.execute(
                    kind: kind, address: address, playlists: playlists, name: name)
                try await output.print(SourceCellModel.table, rows: [SourceCellModel(source, now: Date())])
            }
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "list", abstract: "List the sources.")

        @OptionGroup var global: GlobalOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            try await Composition.run(try await Settings(arguments: global)) { app in
                let rows = try await app.sources.sources().map { SourceCellModel($0, now: Date()) }
                try await output.print(SourceCellModel.table, rows: rows)
            }
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Forget a source, and the music that came only from it.")

        @OptionGroup var global: GlobalOptions

        @Argument(help: "The source's name.")
        var name: String

        @Flag(help: "Keep music that is bookmarked.")
        var keepBookmarked = false

        @Flag(name: .shortAndLong, help: "Do not ask.")
        var force = false

        func run() async throws {
            try await Composition.run(try await Settings(arguments: global)) { app in
                let rest = keepBookmarked ? "but for bookmarked music" : "bookmarks included"
                let question = "Remove \(name) and all music that came only from it, \(rest)?"
                guard try force || Console.agrees(question) else { return Console.note("Nothing was removed.") }
                try await app.sources.remove(named: name, keepingBookmarked: keepBookmarked)
                Console.note("Removed \(name).")
            }
        }
    }
}
