public import FermataDomain

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
