public import FermataDomain

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
    public var search: SearchModel {
        SearchModel("Find playlists", .playlists, text: text, completesTerms: false)
    }
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
