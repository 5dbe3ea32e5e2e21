import ArgumentParser
import FermataDomain
import FermataPresentation

struct ListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the songs of the library, or those that contain all words.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "Words to find in titles, artists and albums.")
    var words: [String] = []

    @Option(help: "The order: \(SortOrder.allCases.map(\.rawValue).joined(separator: ", ")).")
    var sort: SortOrder = .title

    @Flag(help: "Reverse the order.")
    var reverse = false

    @Flag(help: "Show only bookmarked songs.")
    var bookmarked = false

    @Flag(help: "Show bookmarked songs first.")
    var bookmarkedFirst = false

    @Option(help: "Show only songs of this artist.")
    var artist: String?

    @Option(help: "Show only songs of this album.")
    var album: String?

    @Option(help: "Show only songs of this source.")
    var source: String?

    @OptionGroup var window: WindowOptions

    @Flag(help: "Sync the sources first.")
    var refresh = false

    @Flag(help: "Show the library without a sync; overrides the setting refresh.")
    var offline = false

    func validate() throws {
        if refresh && offline { throw ValidationError("Choose one of --refresh and --offline.") }
        if words.count > 100 { throw ValidationError("A search has at most 100 words.") }
    }

    func run(
        cached: MusicListDataSource, refreshing: MusicListDataSource, waiting: CountWaitingBookmarksUsecase,
        refreshesByDefault: Bool, on console: Console
    ) async throws {
        try await cached.check(query)
        let isRefreshing = (refresh || refreshesByDefault) && !offline
        let music = isRefreshing ? refreshing : cached
        let preview = RefreshPreview(console, isTable: output.isTable, table: MusicCellModel.table)
        let freshness =
            isRefreshing || output.isTable ? try await preview.freshness(of: music, query: query) : nil
        let table = MusicCellModel.table.whenEmpty(.music(query).ofWindow(window.window))
        try await output.print(table, music.batches(of: query), on: console)
        if let freshness, output.isTable || freshness.isProblem { console.note(freshness.text) }
        if output.isTable, bookmarked, let text = WaitingBookmarksText(try await waiting.execute())?.text {
            console.note(text)
        }
    }

    private var query: MusicQuery {
        MusicQuery(
            text: words.joined(separator: " "), bookmarkedOnly: bookmarked, artist: artist, album: album,
            source: source, order: sort, isReversed: reverse, bookmarkedFirst: bookmarkedFirst,
            window: window.window)
    }
}
