package import FermataDomain

/// The source of a page's content.
package enum TUISource: Equatable, Sendable {
    case music(MusicQuery)
    case playlists(named: String)
    case playlist(PlaylistCellModel)
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
    case help

    /// Whether it shows sources and the state of their syncs.
    var showsSources: Bool {
        switch self {
        case .sources, .sourceDetail: true
        case .music, .playlists, .playlist, .downloads, .toDos, .artist, .musicDetail, .lyrics, .toDoDetail, .player,
            .queue,
            .help:
            false
        }
    }

    /// Whether it shows to-dos.
    var showsToDos: Bool {
        switch self {
        case .toDos, .toDoDetail: true
        case .music, .playlists, .playlist, .downloads, .artist, .musicDetail, .lyrics, .sources, .sourceDetail,
            .player, .queue, .help:
            false
        }
    }

    /// The search text; nil if the source cannot be searched.
    var searchText: String? {
        switch self {
        case .music(let query): query.text
        case .playlists(let text): text
        default: nil
        }
    }

    /// Returns the source with another search text.
    func searching(_ text: String) -> TUISource {
        switch self {
        case .music(var query):
            query.text = text
            return .music(query)
        case .playlists: return .playlists(named: text)
        default: return self
        }
    }

    /// The source in its next order; nil if it has one order only.
    var inNextOrder: TUISource? {
        switch self {
        case .music(var query):
            (query.order, query.isReversed) = (query.distinctOrder.next(among: query.distinctOrders), false)
            return .music(query)
        case .artist(var query):
            query.order = query.order.next(among: TrackOrder.allCases)
            return .artist(query)
        default: return nil
        }
    }

    /// The source in reverse order; nil if it cannot be reversed.
    var reversed: TUISource? {
        switch self {
        case .music(var query):
            query.isReversed.toggle()
            return .music(query)
        case .artist(var query) where query.order == .alphabetical || query.order == .alphabeticalDescending:
            query.order = query.order == .alphabetical ? .alphabeticalDescending : .alphabetical
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

extension Equatable {
    /// The next of several values; the first after the last.
    fileprivate func next(among values: [Self]) -> Self {
        values.drop { $0 != self }.dropFirst().first ?? values.first ?? self
    }
}
