import ArgumentParser
import FermataDomain
import FermataPresentation

struct ListCommand: OpenLibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the songs of the library, or those that contain all words.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions

    @Argument(
        help: """
            Words to find in titles, artists and albums, "a phrase", -word (after --) to leave out, or a key: artist:, album:, \
            title:, genre:, source:, year:1970..1979, added:2026-01.., duration:..3:00, is:bookmarked, is:downloaded, \
            is:explicit, is:clean, is:played.
            """)
    var words: [String] = []

    @Option(
        help: """
            The order: \(SortOrder.allCases.map(\.rawValue).joined(separator: ", ")). Without words, relevance is by \
            title, and that of an album by disc and track.
            """)
    var sort: SortOrder = .relevance

    @Flag(help: "Reverse the order.")
    var reverse = false

    @Flag(help: "Show only bookmarked songs.")
    var bookmarked = false

    @Flag(help: "Show only downloaded songs.")
    var downloaded = false

    @Flag(help: "Show bookmarked songs first.")
    var bookmarkedFirst = false

    @Option(help: "Show only songs of this artist; a part of the name is enough if no other artist has it.")
    var artist: String?

    @Option(help: "Show only songs of this album, by its name, a part of it that no other name has, or its id.")
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
    }

    /// What the list uses of the library.
    struct Dependencies {
        let cached: MusicListDataSource
        let refreshing: MusicListDataSource
        let albums: AlbumListDataSource
        let artists: ArtistDataSource
        let lyrics: LyricsDataSource
        let player: PlayerDataSource
        let unmatched: CountUnmatchedBookmarksUsecase
        let refreshesByDefault: Bool
    }

    static func dependencies(_ application: FermataApplication) -> Dependencies {
        Dependencies(
            cached: application.cachedMusic, refreshing: application.refreshingMusic,
            albums: application.albums, artists: application.artists(for: .user), lyrics: application.lyrics,
            player: application.markedPlayer, unmatched: application.unmatchedBookmarks,
            refreshesByDefault: application.settings.refresh)
    }

    func notesFailedSyncs(_ settings: Settings) -> Bool {
        output.isTable && !isRefreshing(byDefault: settings.refresh)
    }

    func run(_ dependencies: Dependencies, on console: Console) async throws {
        let (cached, lyrics) = (dependencies.cached, dependencies.lyrics)
        let isRefreshing = isRefreshing(byDefault: dependencies.refreshesByDefault)
        var query = query(try await artistName(in: dependencies.artists, isRefreshing: isRefreshing))
        query.includesDetails = try showsDetails()
        try await cached.check(query)
        query.album = try await albumSongs(in: dependencies.albums, by: query.artist, isRefreshing: isRefreshing)
        let music = isRefreshing ? dependencies.refreshing : cached
        let preview = RefreshPreview(
            console, isTable: output.isTable, table: try output.shown(of: MusicCellModel.table))
        let freshness =
            isRefreshing || output.isTable ? try await preview.freshness(of: music, query: query) : nil
        let table = MusicCellModel.table.whenEmpty(.music(query).ofWindow(window.window))
            .marking(await output.playingSong(of: dependencies.player, on: console)) { $0.id }
        let batches = music.batches(of: query)
        let count = try await output.print(
            table, output.shows(MusicField.lyrics) ? lyrics.marking(batches) : batches, on: console)
        if count == 0, output.isTable, let text = try await cached.closeNamesText(of: query) { console.note(text) }
        if let freshness, output.isTable || freshness.isProblem { console.note(freshness.text) }
        if output.isTable, bookmarked {
            let count = try await dependencies.unmatched.execute()
            if let text = ImportModel.unmatchedText(count) { console.note(text) }
        }
    }

    /// Whether the sources are synced first; `isDefault` is the setting.
    private func isRefreshing(byDefault isDefault: Bool) -> Bool { (refresh || isDefault) && !offline }

    /// The name of the selected artist. With a sync, an unknown artist is no error, because the sync may add it.
    private func artistName(in artists: ArtistDataSource, isRefreshing: Bool) async throws -> String? {
        guard let artist, !artist.isEmpty else { return artist }
        do {
            return try await artists.find(artist).name
        } catch ArtistError.notFound where isRefreshing {
            return artist
        }
    }

    /// The songs of the selected album. With a sync, an unknown album is no error, because the sync may add it.
    private func albumSongs(
        in albums: AlbumListDataSource, by artist: String?, isRefreshing: Bool
    ) async throws -> AlbumSelection? {
        guard let album, !album.isEmpty else { return album.map { AlbumSelection($0) } }
        do {
            return try await albums.selection(album, by: artist)
        } catch AlbumError.notFound where isRefreshing {
            return AlbumSelection(album)
        }
    }

    /// Throws `UnknownField`.
    private func showsDetails() throws -> Bool {
        guard let fields = output.fields else { return !output.isTable }
        return try MusicField.list(fields).contains(where: \.isDetail)
    }

    private func query(_ artist: String?) -> MusicQuery {
        MusicQuery(
            text: SearchQuery.text(of: words), bookmarkedOnly: bookmarked, downloadedOnly: downloaded, artist: artist,
            source: source, order: sort, isReversed: reverse, bookmarkedFirst: bookmarkedFirst,
            window: window.window)
    }
}

/// Shows the first rows of a list on a terminal while its sources sync, and erases them when the sync ends.
struct RefreshPreview {
    private let console: Console
    private let table: TableModel<MusicCellModel>
    /// The number of rows that fit on the terminal below the header and above the progress; nil without a terminal.
    private let limit: Int?

    init(_ console: Console, isTable: Bool, table: TableModel<MusicCellModel>) {
        self.console = console
        self.table = table
        let size = isTable ? console.previewSize : nil
        limit = size.flatMap { $0.rows > 4 ? $0.rows - 3 : nil }
    }

    /// Returns the library's freshness after the sync; until then, shows the cached rows and each change to them.
    func freshness(of music: MusicListDataSource, query: MusicQuery) async throws -> FreshnessModel? {
        var first = query
        first.window.limit = min(limit ?? 0, query.window.limit ?? .max)
        var drawn = 0
        defer {
            console.endProgress()
            // If the output is closed, printing the list reports it.
            if drawn > 0, console.previewSize != nil { try? console.print(Self.erase(drawn)) }
        }
        for try await screen in music.screens(for: first) {
            guard screen.freshness.isRefreshing else { return screen.freshness }
            console.endProgress()
            drawn = console.previewSize == nil ? 0 : try draw(screen.rows, over: drawn)
            console.progress(screen.freshness.text)
        }
        return nil
    }

    /// Draws rows over the lines drawn before, and returns how many lines it drew.
    ///
    /// Rows are cut to the terminal's width, because a row that wraps takes more lines than the next draw erases.
    private func draw(_ rows: [MusicCellModel], over drawn: Int) throws -> Int {
        var bytes = drawn > 0 ? Array(Self.erase(drawn).utf8) : []
        if !rows.isEmpty {
            var renderer = TableRenderer(table, style: console.style, isCut: true)
            for row in rows { renderer.row(row, into: &bytes) }
        }
        try console.output.write(bytes)
        try console.output.flush()
        return rows.isEmpty ? 0 : rows.count + 1
    }

    /// Moves the cursor up and erases everything below it (ECMA-48: CUU, ED).
    private static func erase(_ lines: Int) -> String { "\r\u{1B}[\(lines)A\u{1B}[J" }
}
