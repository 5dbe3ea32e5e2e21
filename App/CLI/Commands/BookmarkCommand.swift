import ArgumentParser
import FermataPresentation

struct BookmarkCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "bookmark", abstract: "Bookmark music.")

    @OptionGroup var options: BookmarkOptions

    func run() async throws { try await options.set(true) }
}

struct UnbookmarkCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "unbookmark", abstract: "Take bookmarks away.")

    @OptionGroup var options: BookmarkOptions

    func run() async throws { try await options.set(false) }
}

struct BookmarkOptions: ParsableArguments {
    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "Beginnings of ids, as lists show them.")
    var ids: [String]

    /// Changes nothing where one of the ids cannot be used.
    ///
    /// Prints each row that now holds as soon as it is durable.
    func set(_ isBookmarked: Bool) async throws {
        try await Composition.run(try await Settings(arguments: global)) { app in
            var rows: [MusicCellModel] = []
            for id in ids { rows.append(try await app.stored.find(id)) }
            let found = rows
            try await output.printEach(MusicCellModel.table) { print in
                for row in found { try print(try await app.stored.setBookmark(isBookmarked, of: row)) }
            }
        }
    }
}
