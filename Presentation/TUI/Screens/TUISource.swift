package import FermataDomain

/// Where a screen of the browser has its rows from.
package enum TUISource: Equatable, Sendable {
    case music(MusicQuery)
    case playlists(named: String)
    case playlist(PlaylistCellModel)
    case downloads
    case toDos
    case artist(ArtistPageQuery)
    case musicDetail(MusicID)
    case toDoDetail(Int)
    case help

    /// What is looked for; nil where nothing can be.
    var searchText: String? {
        switch self {
        case .music(let query): query.text
        case .playlists(let text): text
        default: nil
        }
    }

    func searching(_ text: String) -> TUISource {
        switch self {
        case .music(var query):
            query.text = text
            return .music(query)
        case .playlists: return .playlists(named: text)
        default: return self
        }
    }

    /// The same in the next order; nil where there is but one.
    var inNextOrder: TUISource? {
        switch self {
        case .music(var query):
            (query.order, query.isReversed) = (query.order.next, false)
            return .music(query)
        case .artist(var query):
            query.order = query.order.next
            return .artist(query)
        default: return nil
        }
    }

    /// The same from the last to the first; nil where that is not possible.
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

    /// The same with bookmarked music first, or not so any more; nil where that means nothing.
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

extension CaseIterable where Self: Equatable {
    /// The case after this one; the first after the last.
    fileprivate var next: Self {
        let rest = Self.allCases.drop { $0 != self }.dropFirst()
        return rest.first ?? Self.allCases.first ?? self
    }
}
