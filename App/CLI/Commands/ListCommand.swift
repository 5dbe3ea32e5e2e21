import ArgumentParser
import FermataDomain
import FermataPresentation

struct ListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Show the music of the library, or the music in which all words are found.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "Words to look for in titles, artists and albums.")
    var words: [String] = []

    @Option(help: "The order: \(SortOrder.allCases.map(\.rawValue).joined(separator: ", ")).")
    var sort: SortOrder = .title

    @Flag(help: "Turn the order round.")
    var reverse = false

    @Flag(help: "Show bookmarked music only.")
    var bookmarked = false

    @Flag(help: "Show bookmarked music first.")
    var bookmarkedFirst = false

    @Option(help: "Show an artist's music only.")
    var artist: String?

    @Option(help: "Show an album's music only.")
    var album: String?

    @Option(help: "Show a source's music only.")
    var source: String?

    @OptionGroup var window: WindowOptions

    @Flag(help: "Refresh the sources first.")
    var refresh = false

    @Flag(help: "Show what is stored, whatever the settings say.")
    var offline = false

    func validate() throws {
        if refresh && offline { throw ValidationError("Choose one of --refresh and --offline.") }
        if words.count > 100 { throw ValidationError("A search takes a hundred words at the most.") }
    }

    func run() async throws {
        let settings = try await Settings(arguments: global)
        try await Composition.run(settings) { app in
            try await app.stored.check(query)
            let isRefreshing = (refresh || settings.refresh) && !offline
            let playlist = isRefreshing ? app.refreshing : app.stored
            let freshness = isRefreshing || output.isTable ? try await Self.settled(playlist) : nil
            let table = MusicCellModel.table.whenEmpty(.music(query).ofWindow(window.window))
            try await output.print(table, playlist.batches(of: query))
            if let freshness, output.isTable || freshness.isProblem { Console.note(freshness.text) }
        }
    }

    private var query: MusicQuery {
        MusicQuery(
            text: words.joined(separator: " "), bookmarkedOnly: bookmarked, artist: artist, album: album,
            source: source, order: sort, isReversed: reverse, bookmarkedFirst: bookmarkedFirst,
            window: window.window)
    }

    /// How fresh the library is, once it is as fresh as it will be.
    private static func settled(_ playlist: MusicListDataSource) async throws -> FreshnessModel? {
        defer { Console.endProgress() }
        for try await screen in playlist.screens(for: MusicQuery(window: Window(limit: 0))) {
            guard screen.freshness.isRefreshing else { return screen.freshness }
            Console.progress(screen.freshness.text)
        }
        return nil
    }
}
