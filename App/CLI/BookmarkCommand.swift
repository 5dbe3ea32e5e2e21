import ArgumentParser
import FermataDomain
import FermataPresentation

struct BookmarkCommand: AnnotationCommand {
    static let configuration = CommandConfiguration(
        commandName: "bookmark", abstract: "Bookmark songs, albums or artists.")

    @OptionGroup var options: AnnotationOptions

    var edit: AnnotationEdit { .bookmark(true) }
    var action: SongAction { .bookmark }
}

struct UnbookmarkCommand: AnnotationCommand {
    static let configuration = CommandConfiguration(commandName: "unbookmark", abstract: "Remove bookmarks.")

    @OptionGroup var options: AnnotationOptions

    var edit: AnnotationEdit { .bookmark(false) }
    var action: SongAction { .removeBookmark }
}

struct RateCommand: AnnotationCommand {
    static let configuration = CommandConfiguration(
        commandName: "rate",
        abstract: "Rate songs, albums or artists with one to five stars, or remove their ratings.")

    @Argument(help: "The number of stars, from 1 to 5; 0 removes the ratings.")
    var stars: Int

    @OptionGroup var options: AnnotationOptions

    func validate() throws {
        if stars != 0, rating == nil { throw ValidationError("The number of stars must be from 0 to 5.") }
    }

    var edit: AnnotationEdit { .rate(rating) }
    var action: SongAction { rating == nil ? .removeRating : .rate }

    private var rating: Rating? { Rating(rawValue: stars) }
}

struct AnnotationOptions: ParsableArguments {
    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: NamedSongOptions.help)
    var words: [String] = []

    @Flag(name: NamedSongOptions.allNames, help: NamedSongOptions.allHelp)
    var all = false

    @Flag(help: "The song that plays, or at which the queue has stopped.")
    var playing = false

    @Option(help: "An album: its name, a part of it that no other name contains, or its id. Can be repeated.")
    var album: [String] = []

    @Option(help: "An artist, who chooses among albums if --album is given. Can be repeated.")
    var artist: [String] = []

    func validate() throws {
        switch [!words.isEmpty, playing, !album.isEmpty || !artist.isEmpty].count(where: \.self) {
        case 0: throw ValidationError("Give ids or words of songs, --playing, --album or --artist.")
        case 1: break
        default: throw ValidationError("Choose one of songs, --playing, --album and --artist.")
        }
        if all, words.isEmpty { throw ValidationError("Use --all only with words.") }
        if !album.isEmpty, artist.count > 1 { throw ValidationError("Choose one artist of the albums.") }
    }
}

/// A command that changes the bookmarks or ratings of songs, albums or artists.
protocol AnnotationCommand: OpenLibraryCommand where Dependencies == AnnotationDependencies {
    var options: AnnotationOptions { get }
    var edit: AnnotationEdit { get }
    var action: SongAction { get }
}

struct AnnotationDependencies {
    let music: MusicListDataSource
    let lyrics: LyricsDataSource
    let deliveries: DeliveryDataSource
    let albums: AlbumListDataSource
    let artists: ArtistDataSource
    let annotations: AnnotationDataSource
    let player: PlayerDataSource
}

extension AnnotationCommand {
    var global: GlobalOptions { options.global }

    static func dependencies(_ application: FermataApplication) -> Dependencies {
        AnnotationDependencies(
            music: application.cachedMusic, lyrics: application.lyrics, deliveries: application.deliveries,
            albums: application.albums, artists: application.artists(for: .user), annotations: application.annotations,
            player: application.otherPlayer)
    }

    /// Prints the rows once the change is durable; changes nothing if an id or name cannot be used.
    ///
    /// Then sends the change to servers, and prints a note for each for which changes wait.
    func run(_ use: Dependencies, on console: Console) async throws {
        let isEdited =
            if !options.album.isEmpty {
                try await editAlbums(use, on: console)
            } else if !options.artist.isEmpty {
                try await editArtists(use, on: console)
            } else {
                try await editSongs(use, on: console)
            }
        guard isEdited else { return }
        for line in try await use.deliveries.deliverWithinTimeout() { console.note(line) }
    }

    private var showsRatings: Bool { if case .rate = edit { true } else { false } }

    /// Returns false if a person cancels the change.
    private func editSongs(_ use: Dependencies, on console: Console) async throws -> Bool {
        let output = options.output
        let table = showsRatings ? MusicCellModel.ratedTable : MusicCellModel.table
        try output.checkFields(of: table)
        var words = options.words
        if options.playing {
            guard let song = try await use.player.status().id else { throw PlayerError.notRunning }
            words = [song.description]
        }
        let songs = try await use.music.songs(
            named: words, for: action, isForAll: options.all, confirm: console.confirm)
        guard let songs else { return false }
        let changed =
            switch edit {
            case .bookmark(let isBookmarked): try await use.music.setBookmark(isBookmarked, of: songs.rows)
            case .rate(let rating): try await use.music.setRating(rating, of: songs.rows)
            }
        try await output.print(
            table, rows: output.shows(MusicField.lyrics) ? use.lyrics.marking(changed) : changed, on: console)
        return true
    }

    private func editAlbums(_ use: Dependencies, on console: Console) async throws -> Bool {
        let table = showsRatings ? AlbumCellModel.ratedTable : AlbumCellModel.table
        try options.output.checkFields(of: table)
        var artist: String?
        if let name = options.artist.first { artist = try await use.artists.find(name).name }
        var ids: [AlbumID] = []
        for name in options.album { ids.append(try await use.albums.find(name, by: artist).id) }
        try await options.output.print(
            table, rows: try await use.annotations.edit(edit, ofAlbums: ids), on: console)
        return true
    }

    private func editArtists(_ use: Dependencies, on console: Console) async throws -> Bool {
        let table = showsRatings ? ListedArtistCellModel.ratedTable : ListedArtistCellModel.table
        try options.output.checkFields(of: table)
        var names: [String] = []
        for name in options.artist { names.append(try await use.artists.find(name).name) }
        try await options.output.print(
            table, rows: try await use.annotations.edit(edit, ofArtists: names), on: console)
        return true
    }
}
