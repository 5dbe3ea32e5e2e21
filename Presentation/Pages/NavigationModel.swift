/// The links to the main screens on every page.
public struct NavigationModel: Equatable, Sendable {
    public let links: [LinkModel]

    /// `screen` is the current screen; nil on other pages.
    public init(at screen: MainScreen?) {
        links = MainScreen.allCases.map { LinkModel($0.title, $0.address, isCurrent: $0 == screen) }
    }
}

extension MainScreen {
    fileprivate var address: PageAddress {
        switch self {
        case .music: .musicList
        case .bookmarks: .bookmarks
        case .playlists: .playlists
        case .downloads: .downloads
        case .toDos: .toDos
        case .sources: .sources
        }
    }
}
