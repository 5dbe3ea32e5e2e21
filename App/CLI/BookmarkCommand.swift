import ArgumentParser
import FermataPresentation

struct BookmarkCommand: BookmarkChangingCommand {
    static let isBookmarked = true
    static let configuration = CommandConfiguration(commandName: "bookmark", abstract: "Bookmark songs.")

    @OptionGroup var options: BookmarkOptions
}

struct UnbookmarkCommand: BookmarkChangingCommand {
    static let isBookmarked = false
    static let configuration = CommandConfiguration(commandName: "unbookmark", abstract: "Remove bookmarks.")

    @OptionGroup var options: BookmarkOptions
}

struct BookmarkOptions: ParsableArguments {
    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var songs: NamedSongOptions
}

/// A command that sets or removes bookmarks.
protocol BookmarkChangingCommand: OpenLibraryCommand where Dependencies == BookmarkDependencies {
    static var isBookmarked: Bool { get }
    var options: BookmarkOptions { get }
}

typealias BookmarkDependencies = (
    music: MusicListDataSource, lyrics: LyricsDataSource, deliveries: DeliveryDataSource
)

extension BookmarkChangingCommand {
    var global: GlobalOptions { options.global }

    static func dependencies(_ application: FermataApplication) -> Dependencies {
        (application.cachedMusic, application.lyrics, application.deliveries)
    }

    /// Prints the rows of the songs once the change is durable; changes nothing if an id cannot be used.
    ///
    /// Then sends the change to servers, and prints a note for each for which changes wait.
    func run(_ dependencies: Dependencies, on console: Console) async throws {
        let (music, lyrics, deliveries) = dependencies
        let output = options.output
        try output.checkFields(of: MusicCellModel.table)
        let action: SongAction = Self.isBookmarked ? .bookmark : .removeBookmark
        guard let rows = try await options.songs.rows(for: action, from: music, on: console) else { return }
        let changed = try await music.setBookmark(Self.isBookmarked, of: rows)
        try await output.print(
            MusicCellModel.table, rows: output.shows(MusicField.lyrics) ? lyrics.marking(changed) : changed,
            on: console)
        for line in try await deliveries.deliverWithinTimeout() { console.note(line) }
    }
}
