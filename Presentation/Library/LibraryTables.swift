extension ExportModel {
    package static let table = TableModel<ExportModel>([
        .init("Written", .fixed(12), priority: 2) { .plain($0.kind.text) },
        .init("Count", .fixed(10), .trailing, priority: 1) { .plain(CountText.grouped($0.count)) },
    ])
}

extension ImportModel {
    package static let table = TableModel<ImportModel>([
        .init("Import", .fixed(12), priority: 2) { .plain($0.kindText) },
        .init("Result", .share(1), priority: 1) { .paragraph($0.text) },
    ])
}

extension LibraryFindingCellModel {
    package static let table = TableModel<LibraryFindingCellModel>(
        [
            .init("Damage", .fixed(10), priority: 1) { .plain($0.kind) },
            .init("Finding", .share(1), priority: 2) { .paragraph($0.text) },
        ], emptyText: EmptyListText("The library is intact."))
}

extension LibraryRepairCellModel {
    package static let table = TableModel<LibraryRepairCellModel>(
        [
            .init("Content", .fixed(16), priority: 4) { .plain($0.content) },
            .init("Read", .fixed(12), .trailing, priority: 3) { .plain($0.readText) },
            .init("Not readable", .fixed(20), .trailing, priority: 2) { .plain($0.lostText) },
            .init("Probably damaged", .fixed(16), .trailing, priority: 1) { .plain($0.alteredText) },
        ], emptyText: EmptyListText("The library is intact."))
}
