/// The tabs, in order.
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

    /// The number key of the tab, from 1.
    package var number: Int { rawValue + 1 }

    /// Returns the tab `step` tabs later, wrapping around.
    func moved(by step: Int) -> TUITab {
        let count = Self.allCases.count
        return Self.allCases[((rawValue + step) % count + count) % count]
    }
}
