import FermataDomain

extension LibraryContent {
    /// The name of this content as a key of rows.
    var key: String {
        switch self {
        case .sources: "sources"
        case .toDos: "todos"
        case .music: "songs"
        case .bookmarks: "bookmarks"
        case .playlists: "playlists"
        case .playlistEntries: "playlist entries"
        case .downloads: "downloads"
        }
    }

    /// `1 song`, `2 to-dos`.
    func text(_ count: Int) -> String {
        switch self {
        case .sources: CountText(count, "source").text
        case .toDos: CountText(count, "to-do").text
        case .music: CountText(count, "song").text
        case .bookmarks: CountText(count, "bookmark").text
        case .playlists: CountText(count, "playlist").text
        case .playlistEntries: CountText(count, "playlist entry", plural: "playlist entries").text
        case .downloads: CountText(count, "download").text
        }
    }

    /// `2 to-dos`, or `some to-dos` without a count.
    func someText(_ count: Int?) -> String { count.map(text) ?? "some " + (self == .toDos ? "to-dos" : key) }
}
