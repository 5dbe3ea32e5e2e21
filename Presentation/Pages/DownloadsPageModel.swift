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
