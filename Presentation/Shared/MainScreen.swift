/// The main screens, in the order of the TUI's tabs and the web pages' links.
public enum MainScreen: Int, CaseIterable, Sendable {
    case music, albums, bookmarks, playlists, downloads, toDos, sources

    public var title: String {
        switch self {
        case .music: "Music"
        case .albums: "Albums"
        case .bookmarks: "Bookmarks"
        case .playlists: "Playlists"
        case .downloads: "Downloads"
        case .toDos: "To-dos"
        case .sources: "Sources"
        }
    }
}
