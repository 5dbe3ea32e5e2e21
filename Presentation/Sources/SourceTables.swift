extension SourceCellModel {
    package static let table = TableModel<SourceCellModel>(columns, emptyText: .sources)
    /// The table of some rows. It has columns for waiting changes and for errors if any row has them.
    package static func table(of rows: [SourceCellModel]) -> TableModel<SourceCellModel> {
        var columns = columns
        if rows.contains(where: { !$0.waitingText.isEmpty }) {
            columns.append(
                .init("Waiting", .fixed(14), .trailing, priority: 4, key: "waiting") { .plain($0.waitingText) })
        }
        if rows.contains(where: { !$0.errorAgeText.isEmpty }) {
            columns.append(.init("Last error", .fixed(14), priority: 6, key: "errorTime") { .plain($0.errorAgeText) })
        }
        return TableModel(columns, emptyText: .sources)
    }
    /// The table of a screen that shows running syncs.
    package static let syncTable = TableModel<SourceCellModel>(
        columns + [.init("Last sync", .share(3), priority: 6) { .plain($0.syncText) }],
        emptyText: .sources)

    private static var columns: [TableModel<SourceCellModel>.Column] {
        [
            .init("Name", .share(2), priority: 5) { .plain($0.name) },
            .init("Kind", .fixed(8), priority: 1) { .plain($0.kind) },
            .init("Songs", .fixed(15), .trailing, priority: 2, key: "count") { .plain($0.countText) },
            .init("Updated", .fixed(14), priority: 3, key: "refreshed") { .plain($0.ageText) },
            .init("Address", .share(3), priority: 4) { .plain($0.address) },
        ]
    }
}

extension SyncResultCellModel {
    package static let table = TableModel<SyncResultCellModel>(
        [
            .init("Source", .share(2), priority: 2) { .plain($0.source) },
            .init("Result", .fixed(10), priority: 3) { .plain($0.result) },
            .init("Changes", .share(4), priority: 1) { .paragraph($0.changesText) },
        ], emptyText: .sources)
}

extension EmptyListText {
    /// A library without sources.
    package static let sources = EmptyListText(
        "There is no source yet.", commandLine: "Add one: fermata source add folder ~/Music",
        tui: "Press a on the Sources tab to add one.", web: "Add one on the Sources page.")
}
