import FermataPresentation

/// The position of a row in its list.
struct RowPosition {
    /// Zero-based.
    let index: Int
    let total: Int

    var values: TemplateValues {
        ["index": TemplateValue(index), "position": TemplateValue(index + 1), "total": TemplateValue(total)]
    }
}

/// The values of a list’s rows and of its surroundings.
struct ListValues {
    let values: TemplateValues

    /// A window of a list; `emptyText` is shown if it has no rows.
    init(_ rows: [TemplateValues], paging: PagingModel, emptyText: String) {
        values = Self.values(rows, offset: paging.offset, total: paging.total).merging([
            "paging": .values(paging.values), "emptyText": .text(emptyText),
        ])
    }

    /// A complete list.
    init(_ rows: [TemplateValues]) {
        values = Self.values(rows, offset: 0, total: rows.count).merging(["paging": .nothing, "emptyText": .nothing])
    }

    private static func values(_ rows: [TemplateValues], offset: Int, total: Int) -> TemplateValues {
        [
            "offset": TemplateValue(offset), "total": TemplateValue(total), "hasRows": .flag(!rows.isEmpty),
            "hasChoices": .flag(false),
            "rows": .list(
                rows.enumerated().map { index, row in
                    .values(row.merging(RowPosition(index: offset + index, total: total).values))
                }),
        ]
    }
}
