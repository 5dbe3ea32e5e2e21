extension ArtistCellModel {
    package static let table = TableModel<ArtistCellModel>([
        .init("ID", .fixed(10), priority: 3, isDim: true, isCommandID: true) { .plain($0.shortID) },
        .init("", .fixed(8), priority: 4) { $0.kindCell },
        .init("Title", .share(4), priority: 5) { $0.titleCell },
        .init("About", .share(3), priority: 2) { .plain($0.detailText) },
        .init("Time", .fixed(8), .trailing, priority: 1, key: "duration") { .plain($0.durationText) },
    ])

    private var titleCell: TableCell {
        if case .message(let row) = self { .paragraph(row.text) } else { .plain(title) }
    }

    /// A track's short id; empty for other rows.
    private var shortID: String {
        if case .track(let row) = self { row.shortID } else { "" }
    }

    /// A track's marks, or the kind of another row.
    private var kindCell: TableCell {
        if case .track(let row) = self { .marks(row.marks) } else { .plain(kindText) }
    }
}
