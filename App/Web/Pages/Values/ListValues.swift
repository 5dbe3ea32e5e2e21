import FermataPresentation

/// The values of a list’s rows and of its surroundings.
struct ListValues {
    let values: TemplateValues
    let rows: PageRows

    /// A window of a list; `emptyText` is shown if it has no rows.
    init(_ rows: [some RowHTML], paging: PagingModel, emptyText: String) {
        self.rows = PageRows(rows, offset: paging.offset, total: paging.total)
        values = Self.values(rows, offset: paging.offset, total: paging.total).merging([
            "paging": .values(paging.values), "emptyText": .text(emptyText),
        ])
    }

    /// A complete list.
    init(_ rows: [any RowHTML]) {
        self.rows = PageRows(rows, total: rows.count)
        values = Self.values(rows, offset: 0, total: rows.count).merging(["paging": .nothing, "emptyText": .nothing])
    }

    private static func values(_ rows: [any RowHTML], offset: Int, total: Int?) -> TemplateValues {
        [
            "offset": TemplateValue(offset), "total": TemplateValue(total), "hasRows": .flag(!rows.isEmpty),
            "hasChoices": .flag(false), "rows": .html(PageRows.mark),
        ]
    }
}
