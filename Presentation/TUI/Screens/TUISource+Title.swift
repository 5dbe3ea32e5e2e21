import FermataDomain

/// The title and empty-list text of each source.
extension TUISource {
    var title: String {
        switch self {
        case .music(let query):
            (query.bookmarkedOnly ? "Bookmarked music " : "Music ") + query.orderText + Self.with(query.text)
        case .playlists(let text): MainScreen.playlists.title + Self.with(text)
        case .playlist(let row): "\(row.name), \(row.availabilityText)"
        case .downloads: MainScreen.downloads.title
        case .toDos: MainScreen.toDos.title
        case .artist(let query): "\(query.artist), tracks \(query.orderText)"
        case .sources: MainScreen.sources.title
        case .sourceDetail(let name): name
        case .player: "Player"
        case .queue: "Queue"
        case .help: "Keys"
        case .musicDetail, .lyrics, .toDoDetail: ""
        }
    }

    /// The text of an empty list.
    var emptyText: EmptyListText {
        switch self {
        case .music(let query): .music(query)
        case .playlists(let text): .playlists(named: text)
        case .playlist: .playlist
        case .downloads: .downloads
        case .toDos: .toDos(nil)
        case .sources: .sources
        case .lyrics: .lyrics
        case .queue: QueueCellModel.table.emptyText
        case .artist, .musicDetail, .toDoDetail, .sourceDetail, .player, .help: .none
        }
    }

    private static func with(_ text: String) -> String { text.isEmpty ? "" : ", with “\(text)”" }
}

extension MusicQuery {
    /// `by title, reversed, bookmarked first`
    fileprivate var orderText: String {
        let order =
            switch distinctOrder {
            case .relevance: "by relevance"
            case .title: "by title"
            case .artist: "by artist"
            case .album: "by album"
            case .popular: "by popularity"
            case .newest: "by release"
            case .added: "by addition"
            case .played: "by last play"
            case .plays: "by plays"
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
