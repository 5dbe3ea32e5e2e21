/// The links to the main screens on every page.
public struct NavigationModel: Equatable, Sendable {
    public let links: [LinkModel]

    /// `screen` is the current screen; nil on other pages.
    public init(at screen: PageScreen?) {
        links = PageScreen.allCases.map { LinkModel($0.title, $0.address, isCurrent: $0 == screen) }
    }
}

/// The main screens of the web pages, in the order of their links: those of the TUI, and the history.
public enum PageScreen: CaseIterable, Sendable {
    case music, bookmarks, playlists, history, downloads, toDos, sources

    public var title: String {
        switch self {
        case .music: MainScreen.music.title
        case .bookmarks: MainScreen.bookmarks.title
        case .playlists: MainScreen.playlists.title
        case .history: "History"
        case .downloads: MainScreen.downloads.title
        case .toDos: MainScreen.toDos.title
        case .sources: MainScreen.sources.title
        }
    }

    fileprivate var address: PageAddress {
        switch self {
        case .music: .musicList
        case .bookmarks: .bookmarks
        case .playlists: .playlists
        case .history: .history
        case .downloads: .downloads
        case .toDos: .toDos
        case .sources: .sources
        }
    }
}
