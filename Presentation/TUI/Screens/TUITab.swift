import FermataDomain

/// The tabs of the browser, in their order.
package enum TUITab: Int, CaseIterable, Sendable {
    case music, bookmarks, playlists, downloads, toDos

    package var title: String {
        switch self {
        case .music: "Music"
        case .bookmarks: "Bookmarks"
        case .playlists: "Playlists"
        case .downloads: "Downloads"
        case .toDos: "To-dos"
        }
    }

    /// What the tab is called by its key, from 1.
    package var number: Int { rawValue + 1 }

    /// What the tab shows first.
    var source: TUISource {
        switch self {
        case .music: .music(MusicQuery())
        case .bookmarks: .music(MusicQuery(bookmarkedOnly: true))
        case .playlists: .playlists(named: "")
        case .downloads: .downloads
        case .toDos: .toDos
        }
    }

    /// The tab so many tabs further on, round the ends.
    func moved(by step: Int) -> TUITab {
        let count = Self.allCases.count
        return Self.allCases[((rawValue + step) % count + count) % count]
    }
}
