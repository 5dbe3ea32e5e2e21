package import FermataDomain

/// The source of a page's content.
package enum TUISource: Equatable, Sendable {
    case music(MusicQuery)
    /// The artists of albums whose names contain a text; without a text, after a row for all artists.
    case artists(named: String)
    case bookmarkedArtists(named: String)
    case albums(AlbumQuery)
    case album(AlbumCellModel)
    case playlists(named: String)
    case playlist(PlaylistCellModel)
    case playlistChoice(TUIPlaylistChoice)
    case downloads
    case toDos
    case artist(ArtistPageQuery)
    case musicDetail(MusicID)
    case lyrics(MusicID)
    case toDoDetail(Int)
    case sources
    case sourceDetail(String)
    case player
    case queue
    /// The songs of the queue after the current one.
    case upcoming
    case help

    /// Whether it shows sources and the state of their syncs.
    var showsSources: Bool {
        switch self {
        case .sources, .sourceDetail: true
        default: false
        }
    }

    /// Whether it shows playlists or their songs.
    var showsPlaylists: Bool {
        switch self {
        case .playlists, .playlist, .playlistChoice: true
        default: false
        }
    }

    var listsPlaylists: Bool { if case .playlists = self { true } else { false } }

    var isPlaylistChoice: Bool { if case .playlistChoice = self { true } else { false } }

    /// Whether it shows to-dos.
    var showsToDos: Bool {
        switch self {
        case .toDos, .toDoDetail: true
        default: false
        }
    }

    /// The search text; nil if the source cannot be searched.
    var searchText: String? {
        switch self {
        case .music(let query): query.text
        case .artists(let text), .bookmarkedArtists(let text): text
        case .albums(let query): query.text
        case .playlists(let text): text
        case .playlistChoice(let choice): choice.name
        default: nil
        }
    }

    /// Returns the source with another search text.
    func searching(_ text: String) -> TUISource {
        switch self {
        case .music(var query):
            query.text = text
            return .music(query)
        case .albums(var query):
            query.text = text
            return .albums(query)
        case .artists: return .artists(named: text)
        case .bookmarkedArtists: return .bookmarkedArtists(named: text)
        case .playlists: return .playlists(named: text)
        case .playlistChoice(var choice):
            choice.name = text
            return .playlistChoice(choice)
        default: return self
        }
    }

    /// Returns the source in its next order; nil if it has one order only. `seed` decides a random order.
    func inNextOrder(seed: UInt64) -> TUISource? {
        switch self {
        case .music(var query):
            (query.order, query.isReversed) = (query.distinctOrder.next(among: query.distinctOrders), false)
            return .music(query)
        case .albums(var query):
            let order = query.distinctOrder.next(among: AlbumOrderKey.cycle.filter(query.distinctOrders.contains))
            (query.order, query.isReversed) = (order.order(seed: seed), false)
            return .albums(query)
        case .artist(var query):
            (query.order, query.isReversed) = (query.order.next(among: TrackOrder.allCases), false)
            return .artist(query)
        default: return nil
        }
    }

    /// The orders with the keys that choose them, those that listeners choose most first; none if it has one order only.
    ///
    /// `seed` decides a random order.
    func orders(seed: UInt64) -> [(key: Character, hint: String, source: TUISource)] {
        switch self {
        case .music(var query):
            query.isReversed = false
            let first: [SortOrder] = [.added, .plays]
            return (first + query.distinctOrders.filter { !first.contains($0) }).map { order in
                query.order = order
                return (order.choice.key, order.choice.hint, .music(query))
            }
        case .albums(var query):
            query.isReversed = false
            return AlbumOrderKey.choices.filter(query.distinctOrders.contains).map { order in
                query.order = order.order(seed: seed)
                return (order.choice.key, order.choice.hint, .albums(query))
            }
        case .artist(var query):
            query.isReversed = false
            let orders: [(TrackOrder, Character, String)] = [
                (.popular, "p", "popular"), (.newest, "n", "newest"), (.alphabetical, "t", "title"),
            ]
            return orders.map { order, key, hint in
                query.order = order
                return (key, hint, .artist(query))
            }
        default: return []
        }
    }

    /// The bookmarks of another kind: albums after songs, then artists; nil for other lists.
    var ofNextKind: TUISource? {
        switch self {
        case .music(let query) where query.bookmarkedOnly: .albums(AlbumQuery(bookmarkedOnly: true))
        case .albums(let query) where query.bookmarkedOnly: .bookmarkedArtists(named: "")
        case .bookmarkedArtists: MainScreen.bookmarks.source
        default: nil
        }
    }

    /// What a list of bookmarks shows.
    var kindText: String {
        switch self {
        case .albums: "albums"
        case .bookmarkedArtists: "artists"
        default: "songs"
        }
    }

    /// The source in reverse order; nil if it cannot be reversed.
    var reversed: TUISource? {
        switch self {
        case .music(var query):
            query.isReversed.toggle()
            return .music(query)
        case .albums(var query):
            query.isReversed.toggle()
            return .albums(query)
        case .artist(var query):
            switch query.order {
            case .alphabetical: query.order = .alphabeticalDescending
            case .alphabeticalDescending: query.order = .alphabetical
            case .popular, .newest: query.isReversed.toggle()
            }
            return .artist(query)
        default: return nil
        }
    }

    /// The source with bookmarked music first or no longer first; nil if it does not apply.
    var withBookmarkedFirstToggled: TUISource? {
        switch self {
        case .music(var query) where !query.bookmarkedOnly:
            query.bookmarkedFirst.toggle()
            return .music(query)
        case .artist(var query):
            query.bookmarkedFirst.toggle()
            return .artist(query)
        default: return nil
        }
    }
}

extension SortOrder {
    /// The key that chooses the order, and the word for it.
    fileprivate var choice: (key: Character, hint: String) {
        switch self {
        case .relevance: ("b", "best match")
        case .added: ("a", "added")
        case .plays: ("p", "plays")
        case .newest: ("n", "newest")
        case .title: ("t", "title")
        case .artist: ("i", "artist")
        case .album: ("m", "album")
        case .popular: ("o", "popular")
        case .played: ("l", "last played")
        case .rating: ("r", "rating")
        }
    }
}

extension AlbumOrderKey {
    /// All orders, those that listeners choose most first.
    fileprivate static let choices: [AlbumOrderKey] = [
        .added, .plays, .random, .newest, .name, .artist, .played, .relevance,
    ]

    /// The key that chooses the order, and the word for it.
    fileprivate var choice: (key: Character, hint: String) {
        switch self {
        case .relevance: ("b", "best match")
        case .added: ("a", "added")
        case .plays: ("p", "plays")
        case .random: ("r", "random")
        case .newest: ("n", "newest")
        case .name: ("t", "name")
        case .artist: ("i", "artist")
        case .played: ("l", "last played")
        }
    }

    /// All orders, those that listeners choose most after the first ones.
    fileprivate static let cycle: [AlbumOrderKey] = [
        .relevance, .name, .added, .plays, .random, .newest, .artist, .played,
    ]
}

extension Equatable {
    /// The next of several values; the first after the last.
    fileprivate func next(among values: [Self]) -> Self {
        values.drop { $0 != self }.dropFirst().first ?? values.first ?? self
    }
}

extension TUISource {
    /// The largest number of section titles above the visible rows.
    func sectionLimit(height: Int) -> Int {
        switch self {
        case .toDos: ToDoSection.allCases.count
        case .artist: min(ArtistCellModel.sectionCount, height / 2)
        case .album(let row): row.hasDiscs ? min(row.album.discCount, height / 2) : 0
        default: 0
        }
    }
}

/// The title and empty-list text of each source.
extension TUISource {
    var title: String {
        switch self {
        case .music(let query):
            (query.bookmarkedOnly ? "Bookmarked music " : "Music ") + query.orderText + Self.with(query.text)
        case .artists(let text): "Artists" + Self.with(text)
        case .bookmarkedArtists(let text): "Bookmarked artists" + Self.with(text)
        case .albums(let query):
            (query.artist.map { "Albums by \($0) " } ?? (query.bookmarkedOnly ? "Bookmarked albums " : "Albums "))
                + query.orderText + Self.with(query.text)
        case .album(let row): "\(row.name), \(row.summaryText)"
        case .playlists(let text): MainScreen.playlists.title + Self.with(text)
        case .playlist(let row): "\(row.name), \(row.availabilityText)"
        case .playlistChoice(let choice): choice.title + Self.with(choice.name)
        case .downloads: MainScreen.downloads.title
        case .toDos: MainScreen.toDos.title
        case .artist(let query): "\(query.artist), songs \(query.orderText)"
        case .sources: MainScreen.sources.title
        case .sourceDetail(let name): name
        case .player: "Player"
        case .queue: "Queue"
        case .upcoming: ""
        case .help: "Keys"
        case .musicDetail, .lyrics, .toDoDetail: ""
        }
    }

    /// The text of an empty list.
    var emptyText: EmptyListText {
        switch self {
        case .music(let query): .music(query)
        case .artists(let text): .artists(named: text)
        case .bookmarkedArtists(let text): .artists(named: text, areBookmarked: true)
        case .albums(let query): .albums(query)
        case .album: .album
        case .playlists(let text): .playlists(named: text)
        case .playlistChoice: .none
        case .playlist(let row): .playlist(row)
        case .downloads: .downloads
        case .toDos: .toDos(nil)
        case .sources: .sources
        case .lyrics: .lyrics
        case .queue: QueueCellModel.table.emptyText
        case .artist, .musicDetail, .toDoDetail, .sourceDetail, .player, .upcoming, .help: .none
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
            case .rating: "by rating"
            }
        return order + (isReversed ? ", reversed" : "") + (bookmarkedFirst ? ", bookmarked first" : "")
    }
}

extension AlbumQuery {
    /// `by artist, reversed`
    fileprivate var orderText: String {
        let order =
            switch distinctOrder {
            case .relevance: "by relevance"
            case .name: "by name"
            case .artist: "by artist"
            case .newest: "by release"
            case .added: "by addition"
            case .played: "by last play"
            case .plays: "by plays"
            case .random: "in random order"
            }
        return order + (isReversed ? ", reversed" : "")
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
        return order + (isReversed ? ", reversed" : "") + (bookmarkedFirst ? ", bookmarked first" : "")
    }
}

/// The columns of the list that a source fills.
extension TUISource {
    /// The columns that fit a width; none for a screen of text. A compact list has only the most important ones.
    func columns(in width: Int, isCompact: Bool = false) -> [PlacedColumn] {
        guard !columns.isEmpty else { return [] }
        return columns.placed(in: width, showsCommandIDs: false, keys: isCompact ? compactKeys : nil)
    }

    /// The keys of the columns that the browser shows; nil for all.
    private var compactKeys: [String]? {
        switch self {
        case .artists: [ListedArtistField.name.rawValue]
        case .albums: [AlbumField.name.rawValue, AlbumField.year.rawValue]
        case .album: ["", MusicField.track.rawValue, MusicField.title.rawValue, MusicField.duration.rawValue]
        default: nil
        }
    }

    private var columns: [TableColumn] {
        switch self {
        case .music, .playlist: TrackCellModel.table.columns
        case .artists, .bookmarkedArtists: ListedArtistCellModel.table.columns
        case .albums: AlbumCellModel.table.columns
        case .album: AlbumTrackCellModel.table.columns
        case .playlists, .playlistChoice: PlaylistCellModel.table.columns
        case .downloads: DownloadCellModel.table.columns
        case .toDos: ToDoCellModel.table.columns
        case .artist: ArtistCellModel.table.columns
        case .sources: SourceCellModel.syncTable.columns
        case .lyrics: LyricLineCellModel.table.columns
        case .queue: QueueCellModel.table.columns
        case .player, .upcoming, .musicDetail, .toDoDetail, .sourceDetail, .help: []
        }
    }
}

extension MainScreen {
    /// The source of the tab's root page.
    var source: TUISource {
        switch self {
        case .music: .music(MusicQuery())
        case .albums: .albums(AlbumQuery())
        case .bookmarks: .music(MusicQuery(bookmarkedOnly: true))
        case .playlists: .playlists(named: "")
        case .downloads: .downloads
        case .toDos: .toDos
        case .sources: .sources
        }
    }
}
