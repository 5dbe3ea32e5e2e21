extension ExportModel {
    package static let table = TableModel<ExportModel>([
        .init("Written", .fixed(12), priority: 2) { .plain($0.kind.text) },
        .init("Count", .fixed(10), .trailing, priority: 1) { .plain(CountText.grouped($0.count)) },
    ])
}

extension ImportModel {
    package static let table = TableModel<ImportModel>([
        .init("Import", .fixed(12), priority: 2) { .plain($0.kindText) },
        .init("Result", .share(1), priority: 1) { .plain($0.text) },
    ])
}
