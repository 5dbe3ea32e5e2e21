public import FermataDomain

/// The title, counts and links of the list of downloads.
public struct DownloadsPageModel: Equatable, Sendable {
    private let window: Window
    private let total: Int

    public init(window: Window, total: Int) {
        self.window = window
        self.total = total
    }

    public var title: String { MainScreen.downloads.title }
    public var countText: String { CountText(total, "download").text }
    public var emptyText: String { paging.emptyText(.downloads) }
    public var paging: PagingModel { PagingModel(window, total: total) { .downloads.withQuery($0.queryItems) } }
}

/// The title, counts and links of the history's page.
public struct HistoryPageModel: Equatable, Sendable {
    private let window: Window
    private let total: Int

    public init(window: Window, total: Int) {
        self.window = window
        self.total = total
    }

    public var title: String { PageScreen.history.title }
    public var countText: String { CountText(total, "play").text }
    public var emptyText: String { paging.emptyText(HistoryCellModel.table.emptyText) }
    public var paging: PagingModel { PagingModel(window, total: total) { .history.withQuery($0.queryItems) } }
}

/// The title, counts and links of the list of playlists.
public struct PlaylistsPageModel: Equatable, Sendable {
    private let text: String
    private let window: Window
    private let total: Int

    public init(named text: String, window: Window, total: Int) {
        self.text = text
        self.window = window
        self.total = total
    }

    public var title: String { MainScreen.playlists.title }
    public var countText: String { CountText(total, "playlist").text }
    public var search: SearchModel { SearchModel("Find playlists", .playlists, text: text, completesTerms: false) }
    public var emptyText: String { paging.emptyText(.playlists(named: text)) }
    public var paging: PagingModel {
        PagingModel(window, total: total) { window in
            .playlists.withQuery((text.isEmpty ? [] : [("text", text)]) + window.queryItems)
        }
    }
}

/// The title, counts and links of a playlist's page.
public struct PlaylistPageModel: Equatable, Sendable {
    private let row: PlaylistCellModel
    private let window: Window

    public init(_ row: PlaylistCellModel, window: Window) {
        self.row = row
        self.window = window
    }

    public var title: String { row.name }
    /// `7 songs from radio, 1 not in the library`.
    public var countText: String {
        [row.countText + " from " + row.source.onOneLine, row.missingText].filter { !$0.isEmpty }
            .joined(separator: ", ")
    }
    public var emptyText: String { paging.emptyText(.playlist) }
    public var paging: PagingModel {
        PagingModel(window, total: row.count) { .playlist(row.id).withQuery($0.queryItems) }
    }
}

/// The title, counts and links of a section of the list of to-dos.
public struct ToDosPageModel: Equatable, Sendable {
    private let section: ToDoSection
    private let window: Window
    private let total: Int

    public init(_ section: ToDoSection, window: Window, total: Int) {
        self.section = section
        self.window = window
        self.total = total
    }

    public var title: String { section == .toDo ? "To-do" : "Done" }
    public var countText: String { CountText.grouped(total) }
    public var emptyText: String { paging.emptyText(.toDos(section)) }
    public var paging: PagingModel {
        PagingModel(window, total: total) { window in
            .toDos.withQuery([("section", ToDoSectionKey(section).rawValue)] + window.queryItems)
        }
    }
}

/// A section of the list of to-dos, as addresses name it.
public enum ToDoSectionKey: String, Sendable, CaseIterable {
    case toDo = "to-do"
    case done

    init(_ section: ToDoSection) {
        switch section {
        case .toDo: self = .toDo
        case .done: self = .done
        }
    }

    public var section: ToDoSection {
        switch self {
        case .toDo: .toDo
        case .done: .done
        }
    }
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
