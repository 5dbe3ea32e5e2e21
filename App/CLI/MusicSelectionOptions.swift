public import ArgumentParser
public import FermataDomain
public import FermataPresentation
import Synchronization

/// A selection of songs: ids or words, or all songs with something in common.
struct MusicSelectionOptions: ParsableArguments {
    @Argument(help: NamedSongOptions.help)
    var words: [String] = []

    @Flag(name: NamedSongOptions.allNames, help: NamedSongOptions.allHelp)
    var all = false

    @Flag(help: "All bookmarked songs.")
    var bookmarked = false

    @Option(help: "All songs of an artist.")
    var artist: String?

    @Option(help: "All songs of a playlist.")
    var playlist: String?

    var isEmpty: Bool { count == 0 }

    private var count: Int {
        [!words.isEmpty, bookmarked, artist != nil, playlist != nil].count { $0 }
    }

    func validate() throws {
        if count > 1 { throw ValidationError("Choose one of words, --bookmarked, --artist and --playlist.") }
        if all, words.isEmpty, !isEmpty {
            throw ValidationError("Use --all only with words: the other options choose all of their songs.")
        }
    }

    /// Adds the selected songs to the songs to download. Returns false if a person cancels. Throws `LibraryError`.
    func add(
        to downloads: inout DownloadSelection, from music: SelectionDataSources, on console: Console
    ) async throws -> Bool {
        if !words.isEmpty {
            let named = try await music.music.songs(
                named: words, for: downloads.action, isForAll: all, confirm: console.confirm)
            guard let named else { return false }
            if named.isSearch, named.rows.count > 1 {
                downloads.add(named.rows)
            } else {
                for row in named.rows { downloads.add(row) }
            }
        }
        guard let group = try await group(in: music) else { return true }
        for try await rows in group { downloads.add(rows) }
        return true
    }

    /// Returns the songs that have something in common; nil if songs are selected by words.
    private func group(
        in music: SelectionDataSources
    ) async throws -> (any AsyncSequence<[MusicCellModel], any Error> & Sendable)? {
        if bookmarked { return music.music.batches(of: MusicQuery(bookmarkedOnly: true)) }
        if let artist {
            let name = try await music.artists.find(artist).name
            return music.music.batches(of: MusicQuery(artist: name))
        }
        if let playlist { return music.playlists.batches(of: try await music.playlists.find(playlist)) }
        return nil
    }
}

/// Songs that a person names by ids or by words, which may find several.
struct NamedSongOptions: ParsableArguments {
    static let help: ArgumentHelp = "Ids as lists show them, or words to search for, as in: fermata list."
    static let allNames: NameSpecification = [.long, .customLong("yes")]
    static let allHelp: ArgumentHelp = "Choose all songs that the words find, without confirmation."

    @Argument(help: help)
    var words: [String]

    @Flag(name: Self.allNames, help: Self.allHelp)
    var all = false

    /// Returns the songs; nil if a person does not confirm that several are meant.
    func rows(
        for action: SongAction, from music: MusicListDataSource, on console: Console
    ) async throws -> [MusicCellModel]? {
        try await music.songs(named: words, for: action, isForAll: all, confirm: console.confirm)?.rows
    }
}

/// Songs to add: ids or words, or all songs of an album or an artist; none without any of these.
struct SongOrGroupOptions: ParsableArguments {
    @Argument(help: NamedSongOptions.help)
    var words: [String] = []

    @Flag(name: NamedSongOptions.allNames, help: NamedSongOptions.allHelp)
    var all = false

    @Option(help: "The songs of an album: its name, a part of it that no other name contains, or its id.")
    var album: String?

    @Option(help: "The songs of an artist, who chooses among albums if --album is given.")
    var artist: String?

    func validate() throws {
        guard album != nil || artist != nil else { return }
        if !words.isEmpty { throw ValidationError("Choose one of words and --album or --artist.") }
        if all { throw ValidationError("Use --all only with words: --album and --artist choose all of their songs.") }
    }

    var isEmpty: Bool { words.isEmpty && album == nil && artist == nil }

    /// Throws an error if the options choose no songs.
    func require() throws {
        if isEmpty { throw ValidationError("Give ids or words of songs, or --album or --artist.") }
    }

    /// Returns the ids of the songs, those of a group by album; nil if a person does not confirm that several are meant.
    func ids(
        for action: SongAction, from music: SelectionDataSources, on console: Console
    ) async throws -> [MusicID]? {
        if isEmpty { return [] }
        guard words.isEmpty else {
            let songs = try await music.music.songs(
                named: words, for: action, isForAll: all, confirm: console.confirm)
            return songs?.rows.map(\.id)
        }
        return try await music.music.ids(named: [], in: try await music.query(ofAlbum: album, by: artist))
    }
}

extension SelectionDataSources {
    /// The songs of an album, of an artist, or of an album among those of an artist; all songs without a name.
    ///
    /// Throws `AlbumError` and `ArtistError`.
    func query(ofAlbum album: String?, by artist: String?) async throws -> MusicQuery {
        let artist = if let artist { try await artists.find(artist).name } else { artist }
        var query = MusicQuery(artist: artist, order: .album)
        if let album { query.album = try await albums.find(album, by: artist).selection }
        return query
    }
}

extension Console {
    /// Lists the songs, and asks whether all of them are meant. Throws the error without a terminal.
    func confirm(_ error: SeveralSongsError) throws -> Bool {
        guard canAsk else { throw error }
        note(ErrorReport(error.list).message)
        let isConfirmed = try confirm(error.question)
        if !isConfirmed { note(error.cancelledText) }
        return isConfirmed
    }
}

/// A window of the rows of a list.
struct WindowOptions: ParsableArguments {
    private static let pageSize = 500

    @Option(parsing: .unconditional, help: "Show at most this many rows.")
    var limit: Int?

    @Option(parsing: .unconditional, help: "Skip this many rows.")
    var offset = 0

    var window: Window { Window(offset: offset, limit: limit) }

    func validate() throws {
        if let limit, limit < 0 { throw ValidationError("The limit must be 0 or more.") }
        if offset < 0 { throw ValidationError("The offset must be 0 or more.") }
    }

    /// Returns the window page by page, each read when it is needed.
    func pages<Row: Sendable>(
        _ read: @escaping @Sendable (Window) async throws -> [Row]
    ) -> any AsyncSequence<[Row], any Error> & Sendable {
        let next = Mutex(window)
        return AsyncThrowingStream {
            let page = next.withLock { Window(offset: $0.offset, limit: min($0.limit ?? .max, Self.pageSize)) }
            guard page.limit != 0 else { return nil }
            let rows = try await read(page)
            next.withLock {
                let remaining = rows.count == page.limit ? $0.limit.map { $0 - rows.count } : 0
                $0 = Window(offset: $0.offset + rows.count, limit: remaining)
            }
            return rows
        }
    }
}

extension SortOrder: ExpressibleByArgument {}
/// The orders have the names that they have in `SortOrder`; those of the API stay accepted.
extension TrackOrder: ExpressibleByArgument {
    public init?(argument: String) {
        if argument == SortOrder.title.rawValue { self = .alphabetical } else { self.init(rawValue: argument) }
    }

    public static var allValueStrings: [String] { [SortOrder.title, .popular, .newest].map(\.rawValue) }
    /// Empty: the names need no description.
    public static var allValueDescriptions: [String: String] { [:] }
    public var defaultValueDescription: String { self == .alphabetical ? SortOrder.title.rawValue : rawValue }
}
extension AlbumOrderKey: ExpressibleByArgument {}
extension GenreOrder: ExpressibleByArgument {}
extension ToDoOrderKey: ExpressibleByArgument {}

extension PlayQueue.Repetition: ExpressibleByArgument {}
