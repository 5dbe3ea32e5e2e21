import FermataPresentation

/// Where a row stands among the rows of its list.
struct RowPlace {
    /// From 0.
    let index: Int
    let total: Int

    var values: TemplateValues {
        ["index": TemplateValue(index), "position": TemplateValue(index + 1), "total": TemplateValue(total)]
    }
}

/// The rows of a list as a template draws them, and what stands around them.
struct ListValues {
    let values: TemplateValues

    /// A window of a list; `emptyText` stands where there is no row.
    init(_ rows: [TemplateValues], paging: PagingModel, emptyText: String) {
        values = Self.values(rows, offset: paging.offset, total: paging.total).merging([
            "paging": .values(paging.values), "emptyText": .text(emptyText),
        ])
    }

    /// A whole list.
    init(_ rows: [TemplateValues]) {
        values = Self.values(rows, offset: 0, total: rows.count).merging(["paging": .nothing, "emptyText": .nothing])
    }

    private static func values(_ rows: [TemplateValues], offset: Int, total: Int) -> TemplateValues {
        [
            "offset": TemplateValue(offset), "total": TemplateValue(total), "hasRows": .flag(!rows.isEmpty),
            "hasChoices": .flag(false),
            "rows": .list(
                rows.enumerated().map { index, row in
                    .values(row.merging(RowPlace(index: offset + index, total: total).values))
                }),
        ]
    }
}
