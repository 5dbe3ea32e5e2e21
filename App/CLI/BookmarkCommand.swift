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
    @OptionGroup var songs: NamedSongOptions

    /// Prints the rows of the songs once the change is durable; changes nothing if an id cannot be used.
    ///
    /// Then sends the change to servers, and prints a note for each for which changes wait.
    func set(
        _ isBookmarked: Bool, _ music: MusicListDataSource, lyrics: LyricsDataSource, deliveries: DeliveryDataSource,
        on console: Console
    ) async throws {
        try output.checkFields(of: MusicCellModel.table)
        let action: SongAction = isBookmarked ? .bookmark : .removeBookmark
        guard let rows = try await songs.rows(for: action, from: music, on: console) else { return }
        let changed = try await music.setBookmark(isBookmarked, of: rows)
        try await output.print(
            MusicCellModel.table, rows: output.shows(MusicField.lyrics) ? lyrics.marking(changed) : changed,
            on: console)
        for line in try await deliveries.deliverWithinTimeout() { console.note(line) }
    }
}
