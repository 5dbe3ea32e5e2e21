import ArgumentParser
import FermataPresentation

extension SourceCommand {
    struct Remove: ParsableCommand {
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

        func run(_ sources: SourcesDataSource, on console: Console) async throws {
            let removal = SourceRemovalModel(name, keepsBookmarked: keepBookmarked)
            let isRemoved = try await sources.remove(name, keepingBookmarked: keepBookmarked) { [force] in
                try force || console.confirm(removal.question)
            }
            console.note(removal.resultText(isRemoved: isRemoved))
        }
    }
}
