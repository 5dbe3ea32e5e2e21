import ArgumentParser
import FermataDomain
import FermataPresentation

struct ArtistCommand: OpenLibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "artist", abstract: "Show an artist's page: albums, songs, playlists and related artists.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "The artist's name, or a part of it that no other name contains.")
    var name: [String]

    @Option(help: "The order of songs.")
    var sort: TrackOrder = .popular

    @Flag(help: "Reverse the order.")
    var reverse = false

    @Flag(help: "Show bookmarked songs first.")
    var bookmarkedFirst = false

    @Option(parsing: .unconditional, help: "Show at most this many rows of each kind.")
    var limit = 1_000

    @Option(
        name: [.long, .customLong("company")], parsing: .unconditional,
        help: "Show at most this many playlists, and this many related artists (default: 20, or the limit).")
    var related: Int?

    func validate() throws {
        if limit < 0 { throw ValidationError("The limit must be 0 or more.") }
        if let related, related < 0 { throw ValidationError("The value of --related must be 0 or more.") }
    }

    typealias Dependencies = (artists: ArtistDataSource, player: PlayerDataSource)

    static func dependencies(_ application: FermataApplication) -> Dependencies {
        (application.artists(for: .user), application.markedPlayer)
    }

    func notesFailedSyncs(_ settings: Settings) -> Bool { output.isTable }

    func run(_ dependencies: Dependencies, on console: Console) async throws {
        let (artists, player) = dependencies
        let artist = try await artists.find(name.joined(separator: " "))
        let table = try await artists.completeScreen(
            for: ArtistPageQuery(
                artist: artist.name, order: sort, isReversed: reverse, bookmarkedFirst: bookmarkedFirst,
                albumLimit: limit, trackLimit: limit, relatedLimit: related ?? min(limit, 20)))
        let playing = await output.playingSong(of: player, on: console)
        try await output.print(
            ArtistCellModel.table.marking(playing) { $0.songID }, section: { $0.sectionTitle ?? "" }, rows: table.rows,
            on: console)
        if output.isTable, let freshness = table.freshness { console.note(freshness.text) }
        if let problem = table.problemKind { throw ExitCode(problem.exitCode) }
    }
}

struct ArtistsCommand: OpenLibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "artists", abstract: "List the artists of songs or of albums.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var window: WindowOptions

    @Argument(help: "A text to find in the names. An artist with exactly this name is the only one.")
    var text: [String] = []

    @Flag(help: "List the artists of albums, by name.")
    var albumArtists = false

    @Flag(help: "List only bookmarked artists, by name.")
    var bookmarked = false

    func validate() throws {
        if albumArtists && bookmarked { throw ValidationError("Choose one of --album-artists and --bookmarked.") }
    }

    static func dependencies(_ application: FermataApplication) -> ArtistListDataSource { application.artistList }

    func notesFailedSyncs(_ settings: Settings) -> Bool { output.isTable }

    func run(_ artists: ArtistListDataSource, on console: Console) async throws {
        let name = text.joined(separator: " ")
        let emptyText = EmptyListText.artists(named: name, areBookmarked: bookmarked)
        let table = ListedArtistCellModel.table.whenEmpty(emptyText.ofWindow(window.window))
        let rows =
            bookmarked
            ? try await artists.bookmarked(named: name, window: window.window)
            : try await artists.list(named: name, ofAlbums: albumArtists, window: window.window)
        try await output.print(table, rows: rows, on: console)
    }
}
