import ArgumentParser
import FermataPresentation

struct BookmarkCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "bookmark", abstract: "Bookmark songs.")

    @OptionGroup var options: BookmarkOptions
}

struct UnbookmarkCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "unbookmark", abstract: "Remove bookmarks.")

    @OptionGroup var options: BookmarkOptions
}

struct BookmarkOptions: ParsableArguments {
    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "The first characters of ids, as lists show them.")
    var ids: [String]

    /// Prints the row of each song as soon as its change is durable; changes nothing if an id cannot be used.
    func set(_ isBookmarked: Bool, _ music: MusicListDataSource, on console: Console) async throws {
        var rows: [MusicCellModel] = []
        for id in ids { rows.append(try await music.find(id)) }
        let songs = rows
        try await output.printEach(MusicCellModel.table, on: console) { print in
            for row in songs { try print(try await music.setBookmark(isBookmarked, of: row)) }
        }
    }
}
