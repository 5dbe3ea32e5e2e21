public import FermataDomain

/// The address of a screen on the web: an encoded path and query.
///
/// Source: RFC 3986, sections 2.3 and 3.3.
public struct PageAddress: Equatable, Sendable, CustomStringConvertible {
    public static let musicList = PageAddress(path: "/")
    public static let home = PageAddress(path: "/home")
    public static let queue = PageAddress(path: "/queue")
    /// Any songs of the library, other ones for each request.
    public static let random = PageAddress(path: "/random")
    public static let albums = PageAddress(path: "/albums")
    public static let genres = PageAddress(path: "/genres")
    public static let artists = PageAddress(path: "/artists")
    public static let bookmarks = PageAddress(path: "/bookmarks")
    public static let playlists = PageAddress(path: "/playlists")
    public static let history = PageAddress(path: "/history")
    public static let downloads = PageAddress(path: "/downloads")
    public static let toDos = PageAddress(path: "/to-dos")
    public static let sources = PageAddress(path: "/sources")
    public static let accounts = PageAddress(path: "/accounts")
    static let placeholderArtwork = PageAddress(path: "/assets/placeholder.svg")
    private let path: String
    private var query = ""

    private init(path: String) { self.path = path }

    /// The path and, if there is a query, `?` and the query.
    public var description: String { query.isEmpty ? path : path + "?" + query }

    public static func music(_ id: MusicID) -> PageAddress { PageAddress(path: "/music/\(id)") }
    public static func lyrics(_ id: MusicID) -> PageAddress { PageAddress(path: "/music/\(id)/lyrics") }

    /// The page of an artist; nil for a name that is blank, or too long for an address.
    ///
    /// The names `.` and `..`, which a path would resolve, are items of the query instead.
    public static func artist(_ name: String) -> PageAddress? {
        guard !name.onOneLine.isEmpty, fits(name) else { return nil }
        return isPart(name)
            ? PageAddress(path: "/artists/" + name.percentEncoded)
            : PageAddress(path: "/artists").withQuery([("name", name)])
    }

    /// Whether a name can be part of a path: not `.`, `..`, a blank one, or one that is too long for an address.
    static func isPart(_ name: String) -> Bool {
        !name.onOneLine.isEmpty && fits(name) && ![".", ".."].contains(name)
    }

    /// The list of the music of an artist; nil if the name is too long for an address.
    static func list(artist: String) -> PageAddress? {
        fits(artist) ? musicList.withQuery([("artist", artist)]) : nil
    }

    /// All songs of an artist, album by album; nil if the name is too long for an address.
    static func songs(by artist: String) -> PageAddress? {
        fits(artist) ? PageAddress(path: "/songs").withQuery([("artist", artist)]) : nil
    }

    public static func album(_ id: AlbumID) -> PageAddress { PageAddress(path: "/albums/\(id)") }

    /// The album of a song.
    public static func album(of song: MusicID) -> PageAddress { PageAddress(path: "/music/\(song)/album") }

    /// The list of all albums in an order; `seed` decides the random one.
    static func albums(in order: AlbumOrderKey, seed: UInt64) -> PageAddress {
        albums.withQuery([("sort", order.rawValue)] + (order == .random ? [("seed", String(seed))] : []))
    }

    /// The list of an artist's albums; nil if the name is too long for an address.
    static func albums(artist: String) -> PageAddress? {
        fits(artist) ? albums.withQuery([("artist", artist), ("sort", AlbumOrderKey.newest.rawValue)]) : nil
    }

    /// The list of the albums of a genre; nil if the name is too long for an address.
    static func albums(genre: String) -> PageAddress? { fits(genre) ? albums.withQuery([("genre", genre)]) : nil }

    public static func playlist(_ id: PlaylistID) -> PageAddress { PageAddress(path: "/playlists/\(id)") }
    public static func toDo(_ number: Int) -> PageAddress { PageAddress(path: "/to-dos/\(number)") }

    public static func source(_ name: String) -> PageAddress { PageAddress(path: "/sources/" + name.percentEncoded) }

    /// Returns the address of a name below this one.
    func appending(_ name: String) -> PageAddress { PageAddress(path: "\(path)/\(name.percentEncoded)") }

    /// Returns the address with a query of keys and values, in their order.
    public func withQuery(_ items: [(key: String, value: String)]) -> PageAddress {
        var address = self
        let pairs = items.map { $0.key.percentEncoded + "=" + $0.value.percentEncoded }
        address.query = ([query].filter { !$0.isEmpty } + pairs).joined(separator: "&")
        return address
    }

    /// The address of a request of the API.
    static func api(_ path: String) -> PageAddress { PageAddress(path: "/api" + path) }

    /// Whether a text is short enough for an address that servers accept.
    private static func fits(_ text: String) -> Bool { text.utf8.count <= 1_000 }
}

/// A link to a screen, or to another state of the current screen.
public struct LinkModel: Equatable, Sendable {
    public let title: String
    public let address: PageAddress
    /// Whether it leads to the current screen, or turns off a setting that is on.
    public let isCurrent: Bool

    public init(_ title: String, _ address: PageAddress, isCurrent: Bool = false) {
        self.title = title
        self.address = address
        self.isCurrent = isCurrent
    }
}

/// A main screen of the web pages: one of the TUI, the home page, or the history.
public struct PageScreen: Equatable, Sendable {
    public static let home = PageScreen("Home", .home)
    public static let music = PageScreen(MainScreen.music.title, .musicList)
    public static let albums = PageScreen(MainScreen.albums.title, .albums)
    public static let artists = PageScreen("Artists", .artists)
    public static let genres = PageScreen("Genres", .genres)
    public static let queue = PageScreen(PlayerBarModel.queue, .queue)
    public static let bookmarks = PageScreen(MainScreen.bookmarks.title, .bookmarks)
    public static let playlists = PageScreen(MainScreen.playlists.title, .playlists)
    public static let history = PageScreen("History", .history)
    public static let downloads = PageScreen(MainScreen.downloads.title, .downloads)
    public static let toDos = PageScreen(MainScreen.toDos.title, .toDos)
    public static let sources = PageScreen(MainScreen.sources.title, .sources)
    private static let all = [
        home, music, albums, playlists, artists, genres, queue, bookmarks, history, downloads, toDos, sources,
    ]
    /// How many links a narrow window shows, and how many one of medium width; the others are in a menu.
    public static let (tabCount, mediumTabCount) = (4, 7)
    /// The button of that menu.
    public static let moreTitle = "More"
    public let title: String
    private let address: PageAddress

    private init(_ title: String, _ address: PageAddress) { (self.title, self.address) = (title, address) }

    /// The links to the main screens on every page. `screen` is the current screen; nil on other pages. The sources of an
    /// account's own library are not its person's.
    public static func links(at screen: PageScreen?, hasSources: Bool = true) -> [LinkModel] {
        all.filter { hasSources || $0 != sources }.map { LinkModel($0.title, $0.address, isCurrent: $0 == screen) }
    }
}
