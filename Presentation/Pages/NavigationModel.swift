/// The links to the main screens on every page.
public struct NavigationModel: Equatable, Sendable {
    public enum Place: String, Sendable, CaseIterable {
        case music = "Music"
        case bookmarks = "Bookmarks"
        case playlists = "Playlists"
        case downloads = "Downloads"
        case toDos = "To-dos"

        var address: PageAddress {
            switch self {
            case .music: .playlist
            case .bookmarks: .bookmarks
            case .playlists: .playlists
            case .downloads: .downloads
            case .toDos: .toDos
            }
        }
    }

    public let links: [LinkModel]

    /// `place` is the current screen; nil on other pages.
    public init(at place: Place?) {
        links = Place.allCases.map { LinkModel($0.rawValue, $0.address, isCurrent: $0 == place) }
    }
}
