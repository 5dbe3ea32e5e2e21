import FermataDomain

/// What a screen of the browser says of where its rows come from.
extension TUISource {
    var title: String {
        switch self {
        case .music(let query):
            (query.bookmarkedOnly ? "Bookmarked music " : "Music ") + query.orderText + Self.with(query.text)
        case .playlists(let text): "Playlists" + Self.with(text)
        case .playlist(let row): "\(row.name), \(row.countText)"
        case .downloads: "Downloads"
        case .toDos: "To-dos"
        case .artist(let query): "\(query.artist), tracks \(query.orderText)"
        case .help: "Keys"
        case .musicDetail, .toDoDetail: ""
        }
    }

    /// What is said in the place of rows where there are none.
    var emptyText: String {
        switch self {
        case .music(let query) where !query.text.isEmpty: "No music holds “\(query.text)”."
        case .music(let query) where query.bookmarkedOnly: "Nothing is bookmarked yet. b bookmarks what is selected."
        case .music: "There is no music yet. Add a source: fermata source add http URL"
        case .playlists(let text) where !text.isEmpty: "No playlist’s name holds “\(text)”."
        case .playlists: "There is no playlist."
        case .playlist: "The library holds none of its music."
        case .downloads: "Nothing is downloaded yet. d downloads what is selected."
        case .toDos: "There is nothing to hear next. a adds something."
        case .artist, .musicDetail, .toDoDetail, .help: ""
        }
    }

    private static func with(_ text: String) -> String { text.isEmpty ? "" : ", with “\(text)”" }
}

extension MusicQuery {
    /// `by title, reversed, bookmarked first`
    fileprivate var orderText: String {
        let order =
            switch order {
            case .title: "by title"
            case .artist: "by artist"
            case .album: "by album"
            case .popular: "by popularity"
            case .newest: "by release"
            case .added: "by addition"
            }
        return order + (isReversed ? ", reversed" : "") + (bookmarkedFirst ? ", bookmarked first" : "")
    }
}

extension ArtistPageQuery {
    fileprivate var orderText: String {
        let order =
            switch order {
            case .alphabetical: "by title"
            case .alphabeticalDescending: "by title, reversed"
            case .popular: "by popularity"
            case .newest: "by release"
            }
        return order + (bookmarkedFirst ? ", bookmarked first" : "")
    }
}
