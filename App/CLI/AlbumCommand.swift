import ArgumentParser
import FermataDomain
import FermataPresentation

struct AlbumsCommand: OpenLibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "albums", abstract: "List the albums of the library, or those of songs that a search finds.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions

    @Argument(
        help: """
            Words to find in names and artists of albums, or the keys of fermata list, such as genre:folk and \
            year:1970..1979, which one song of the album has to match; is:bookmarked and rating: are about the album.
            """)
    var words: [String] = []

    @Option(
        help: """
            The order: \(AlbumOrderKey.allCases.map(\.rawValue).joined(separator: ", ")). Without words, relevance is \
            by name.
            """)
    var sort: AlbumOrderKey = .relevance

    @Flag(help: "Reverse the order.")
    var reverse = false

    @Option(help: "Use the random order of this number, always the same.")
    var seed: UInt64?

    @Option(help: "Show only albums with songs of this artist; a part of the name is enough if no other artist has it.")
    var artist: String?

    @Flag(help: "Show only bookmarked albums.")
    var bookmarked = false

    @OptionGroup var window: WindowOptions

    func validate() throws {
        if seed != nil, sort != .random { throw ValidationError("--seed needs --sort random.") }
    }

    typealias Dependencies = (albums: AlbumListDataSource, artists: ArtistDataSource)

    static func dependencies(_ application: FermataApplication) -> Dependencies {
        (application.albums, application.artists(for: .user))
    }

    func notesFailedSyncs(_ settings: Settings) -> Bool { output.isTable }

    func run(_ dependencies: Dependencies, on console: Console) async throws {
        let artist = if let artist { try await dependencies.artists.find(artist).name } else { artist }
        let query = AlbumQuery(
            text: SearchQuery.text(of: words), artist: artist, bookmarkedOnly: bookmarked,
            order: sort.order(seed: seed ?? .random(in: .min ... .max)), isReversed: reverse, window: window.window)
        let table = AlbumCellModel.table.whenEmpty(.albums(query).ofWindow(window.window))
        let count = try await output.print(table, dependencies.albums.batches(of: query), on: console)
        if count == 0, output.isTable, let text = try await dependencies.albums.closeNamesText(of: query) {
            console.note(text)
        }
    }
}

struct AlbumCommand: OpenLibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "album", abstract: "Show the songs of an album, by disc and track.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var window: WindowOptions

    @Argument(help: "The album's name, a part of it that no other name contains, or the first characters of its id.")
    var name: [String]

    @Option(help: "Choose among the albums with songs of this artist.")
    var artist: String?

    typealias Dependencies = (
        albums: AlbumListDataSource, artists: ArtistDataSource, lyrics: LyricsDataSource, player: PlayerDataSource
    )

    static func dependencies(_ application: FermataApplication) -> Dependencies {
        (application.albums, application.artists(for: .user), application.lyrics, application.markedPlayer)
    }

    func notesFailedSyncs(_ settings: Settings) -> Bool { output.isTable }

    func run(_ dependencies: Dependencies, on console: Console) async throws {
        let (albums, artists, lyrics, player) = dependencies
        let artist = if let artist { try await artists.find(artist).name } else { artist }
        let album = try await albums.find(name.joined(separator: " "), by: artist)
        let table = AlbumTrackCellModel.table.whenEmpty(.album.ofWindow(window.window))
            .marking(await output.playingSong(of: player, on: console)) { $0.id }
        let batches = albums.batches(of: album, window: window.window)
        let songs = try output.shows(MusicField.lyrics) ? lyrics.marking(batches) : batches
        try await output.print(table, section: { $0.sectionTitle ?? "" }, album.tracks(songs), on: console)
        if output.isTable { console.note(album.accessibilityLabel) }
    }
}

struct GenresCommand: OpenLibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "genres", abstract: "List the genres of the library, with their numbers of songs and albums.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var window: WindowOptions

    @Option(help: "The order: \(GenreOrder.allCases.map(\.rawValue).joined(separator: ", ")).")
    var sort: GenreOrder = .songs

    static func dependencies(_ application: FermataApplication) -> AlbumListDataSource { application.albums }

    func notesFailedSyncs(_ settings: Settings) -> Bool { output.isTable }

    func run(_ albums: AlbumListDataSource, on console: Console) async throws {
        let table = GenreCellModel.table.whenEmpty(.genres.ofWindow(window.window))
        let rows = try await albums.genres(in: sort, window: window.window).rows
        try await output.print(table, rows: rows, on: console)
    }
}
