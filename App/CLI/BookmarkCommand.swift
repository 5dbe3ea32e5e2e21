import ArgumentParser
import FermataDomain
import FermataPresentation

struct BookmarkCommand: AnnotationCommand {
    static let configuration = CommandConfiguration(commandName: "bookmark", abstract: "Bookmark songs.")

    @OptionGroup var options: AnnotationOptions

    var action: SongAction { .bookmark }

    func change(_ rows: [MusicCellModel], in music: MusicListDataSource) async throws -> [MusicCellModel] {
        try await music.setBookmark(true, of: rows)
    }
}

struct UnbookmarkCommand: AnnotationCommand {
    static let configuration = CommandConfiguration(commandName: "unbookmark", abstract: "Remove bookmarks.")

    @OptionGroup var options: AnnotationOptions

    var action: SongAction { .removeBookmark }

    func change(_ rows: [MusicCellModel], in music: MusicListDataSource) async throws -> [MusicCellModel] {
        try await music.setBookmark(false, of: rows)
    }
}

struct RateCommand: AnnotationCommand {
    static let configuration = CommandConfiguration(
        commandName: "rate", abstract: "Rate songs with one to five stars, or remove their ratings.")
    static let table = MusicCellModel.ratedTable

    @Argument(help: "The number of stars, from 1 to 5; 0 removes the ratings.")
    var stars: Int

    @OptionGroup var options: AnnotationOptions

    func validate() throws {
        if stars != 0, rating == nil { throw ValidationError("The number of stars must be from 0 to 5.") }
    }

    var action: SongAction { rating == nil ? .removeRating : .rate }

    func change(_ rows: [MusicCellModel], in music: MusicListDataSource) async throws -> [MusicCellModel] {
        try await music.setRating(rating, of: rows)
    }

    private var rating: Rating? { Rating(rawValue: stars) }
}

struct AnnotationOptions: ParsableArguments {
    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var songs: NamedSongOptions
}

/// A command that changes the bookmarks or ratings of songs.
protocol AnnotationCommand: OpenLibraryCommand where Dependencies == AnnotationDependencies {
    /// The table of the changed songs.
    static var table: TableModel<MusicCellModel> { get }
    var options: AnnotationOptions { get }
    var action: SongAction { get }

    /// Returns the changed rows once the change is durable.
    func change(_ rows: [MusicCellModel], in music: MusicListDataSource) async throws -> [MusicCellModel]
}

typealias AnnotationDependencies = (
    music: MusicListDataSource, lyrics: LyricsDataSource, deliveries: DeliveryDataSource
)

extension AnnotationCommand {
    static var table: TableModel<MusicCellModel> { MusicCellModel.table }
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
        try output.checkFields(of: Self.table)
        guard let rows = try await options.songs.rows(for: action, from: music, on: console) else { return }
        let changed = try await change(rows, in: music)
        try await output.print(
            Self.table, rows: output.shows(MusicField.lyrics) ? lyrics.marking(changed) : changed, on: console)
        for line in try await deliveries.deliverWithinTimeout() { console.note(line) }
    }
}
