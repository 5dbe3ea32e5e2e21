/// The title, counts and rows of the page of sources.
public struct SourcesPageModel: Equatable, Sendable {
    public let rows: [SourcePageRow]

    public init(_ rows: [SourceCellModel]) {
        self.rows = rows.map(SourcePageRow.init)
    }

    public var title: String { MainScreen.sources.title }
    public var countText: String { CountText(rows.count, "source").text }
    public var emptyText: String { EmptyListText.sources.web }
    public var form: SourceFormModel { SourceFormModel() }
}

/// A row of the page of sources.
public struct SourcePageRow: Equatable, Sendable {
    private let row: SourceCellModel

    init(_ row: SourceCellModel) {
        self.row = row
    }

    /// Identifies the row for the scripts.
    public var key: String { "source-" + row.name }
    public var title: String { row.name }
    public var address: PageAddress { .source(row.name) }
    /// `http, https://radio.example/songs.json`
    public var placeText: String { "\(row.kind), \(row.webAddress)" }
    /// `1,200 songs, updated 3 minutes ago, last error just now`, without counts for a listener who may not see them.
    public var detailText: String {
        [
            row.countText, row.ageText == "never" ? "never updated" : "updated \(row.ageText)",
            row.errorAgeText.isEmpty ? "" : "last error \(row.errorAgeText)",
        ].filter { !$0.isEmpty }.joined(separator: ", ")
    }
    /// The progress of the sync, a hint, a problem, or the result of the latest sync.
    public var stateText: String { row.hint(for: .webClient) ?? row.syncText }
    public var isProblem: Bool { row.isProblem }
    public var sync: ActionModel { .sync(row) }
    public var accessibilityLabel: String {
        [title.onOneLine, placeText, detailText, stateText].filter { !$0.isEmpty }.joined(separator: ", ")
    }
}
