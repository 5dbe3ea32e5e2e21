public import FermataDomain

/// The title, counts and links of a page with a list that is read in windows.
public struct ListPageModel: Equatable, Sendable {
    public let title: String
    public let countText: String
    public let paging: PagingModel
    /// The text of a page without rows.
    public let emptyText: String

    private init(_ title: String, _ countText: String, _ paging: PagingModel, _ emptyText: EmptyListText) {
        (self.title, self.countText, self.paging) = (title, countText, paging)
        self.emptyText = paging.emptyText(emptyText)
    }

    public static func downloads(window: Window, total: Int) -> ListPageModel {
        let paging = PagingModel(window, total: total) { .downloads.withQuery($0.queryItems) }
        return ListPageModel(MainScreen.downloads.title, CountText(total, "download").text, paging, .downloads)
    }

    public static func history(window: Window, total: Int) -> ListPageModel {
        let paging = PagingModel(window, total: total) { .history.withQuery($0.queryItems) }
        let emptyText = HistoryCellModel.table.emptyText
        return ListPageModel(PageScreen.history.title, CountText(total, "play").text, paging, emptyText)
    }

    /// The library's queue.
    public static func queue(window: Window, total: Int) -> ListPageModel {
        let paging = PagingModel(window, total: total) { .queue.withQuery($0.queryItems) }
        return ListPageModel(
            PageScreen.queue.title, CountText(total, "song").text, paging, QueueCellModel.table.emptyText)
    }

    /// All songs of an artist.
    public static func songs(by artist: String, window: Window, total: Int) -> ListPageModel {
        let paging = PagingModel(window, total: total) { window in
            (PageAddress.songs(by: artist) ?? .musicList).withQuery(window.queryItems)
        }
        return ListPageModel(artist, CountText(total, "song").text, paging, .music(MusicQuery(artist: artist)))
    }

    public static func genres(window: Window, total: Int) -> ListPageModel {
        let paging = PagingModel(window, total: total) { .genres.withQuery($0.queryItems) }
        return ListPageModel(PageScreen.genres.title, CountText(total, "genre").text, paging, .genres)
    }

    /// The playlists whose names contain a text.
    public static func playlists(named text: String, window: Window, total: Int) -> ListPageModel {
        let paging = PagingModel(window, total: total) { window in
            .playlists.withQuery((text.isEmpty ? [] : [("text", text)]) + window.queryItems)
        }
        let count = CountText(total, "playlist").text
        return ListPageModel(MainScreen.playlists.title, count, paging, .playlists(named: text))
    }

    /// The songs of a playlist: `7 songs from radio, 1 not in the library`, `3 songs, saved search`.
    public static func playlist(_ row: PlaylistCellModel, window: Window) -> ListPageModel {
        let paging = PagingModel(window, total: row.count) { .playlist(row.id).withQuery($0.queryItems) }
        let origin = row.playlist.source.map { " from " + $0.onOneLine } ?? ", " + row.lowercaseKindText
        let counts = [row.countText + origin, row.missingText].filter { !$0.isEmpty }
        return ListPageModel(row.name, counts.joined(separator: ", "), paging, .playlist(row))
    }

    /// A section of the to-dos.
    public static func toDos(_ section: ToDoSection, window: Window, total: Int) -> ListPageModel {
        let paging = PagingModel(window, total: total) { window in
            .toDos.withQuery([("section", ToDoSectionKey(section).rawValue)] + window.queryItems)
        }
        let title = section == .toDo ? "To-do" : "Done"
        return ListPageModel(title, CountText.grouped(total), paging, .toDos(section))
    }
}

/// A section of the list of to-dos, as addresses name it.
public enum ToDoSectionKey: String, Sendable, CaseIterable {
    case toDo = "to-do"
    case done

    init(_ section: ToDoSection) { self = section == .toDo ? .toDo : .done }

    public var section: ToDoSection { self == .toDo ? .toDo : .done }
}

extension ToDoDetailModel {
    /// The page of the music or artist that it is about; nil without one in the library.
    public var subjectAddress: PageAddress? {
        switch row.toDo.item.subject {
        case .artist(let name): .artist(name)
        case .music(let id): music.map { _ in .music(id) }
        case nil: nil
        }
    }
}
