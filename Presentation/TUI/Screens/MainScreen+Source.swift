import FermataDomain

extension MainScreen {
    /// The source of the tab's root page.
    var source: TUISource {
        switch self {
        case .music: .music(MusicQuery())
        case .bookmarks: .music(MusicQuery(bookmarkedOnly: true))
        case .playlists: .playlists(named: "")
        case .downloads: .downloads
        case .toDos: .toDos
        case .sources: .sources
        }
    }
}
