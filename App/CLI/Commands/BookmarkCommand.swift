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

    /// Prints the rows of the songs once the change is durable; changes nothing if an id cannot be used.
    ///
    /// Then sends the change to servers, and prints a note for each for which changes wait.
    func set(
        _ isBookmarked: Bool, _ music: MusicListDataSource, deliveries: DeliveryDataSource, on console: Console
    ) async throws {
        try output.checkFields(of: MusicCellModel.table)
        var rows: [MusicCellModel] = []
        for id in ids { rows.append(try await music.find(id)) }
        let changed = try await music.setBookmark(isBookmarked, of: rows)
        try await output.print(MusicCellModel.table, rows: changed, on: console)
        for line in try await deliveries.deliverWithinTimeout() { console.note(line) }
    }
}
