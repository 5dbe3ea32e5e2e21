/// Where a row stands among the rows of its list.
struct RowPlace {
    /// From 0.
    let index: Int
    let total: Int

    var values: TemplateValues {
        ["index": TemplateValue(index), "position": TemplateValue(index + 1), "total": TemplateValue(total)]
    }
}

/// The rows of a list as a template draws them.
struct ListValues {
    /// The place of the first row.
    let offset: Int
    let total: Int
    let rows: [TemplateValues]

    /// `emptyText` stands where there is no row.
    func values(emptyText: String) -> TemplateValues {
        [
            "offset": TemplateValue(offset), "total": TemplateValue(total), "hasRows": .flag(!rows.isEmpty),
            "emptyText": .text(emptyText),
            "rows": .list(
                rows.enumerated().map { index, row in
                    .values(row.merging(RowPlace(index: offset + index, total: total).values))
                }),
        ]
    }
}
