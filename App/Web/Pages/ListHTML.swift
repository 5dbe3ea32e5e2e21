import FermataPresentation

/// A row of a list, drawn at its position.
protocol RowHTML: Sendable {
    /// The markup of the row, which ends with a line break. `root` precedes the addresses of the server.
    func html(at position: RowPosition, below root: HTML) -> HTML
}

/// The position of a row in its list.
struct RowPosition {
    /// Zero-based.
    let index: Int
    /// The number of rows of the list; nil if it is not known.
    let total: Int?

    /// The attributes of an `article` in a feed; the size -1 stands for an unknown one.
    ///
    /// Source: https://www.w3.org/TR/wai-aria-1.2/#aria-setsize
    var attributes: HTML { "aria-posinset=\"\(index + 1)\" aria-setsize=\"\(total ?? -1)\"" }
}

/// The rows of a page, which are drawn one by one in place of their mark.
struct PageRows: Sendable {
    /// Stands for the rows: a zero byte, which no text on a page contains.
    static let mark: HTML = "\u{0}"

    let count: Int
    private let html: @Sendable (_ index: Int, _ root: HTML) -> HTML

    init(count: Int = 0, _ html: @escaping @Sendable (_ index: Int, _ root: HTML) -> HTML = { _, _ in "" }) {
        (self.count, self.html) = (count, html)
    }

    /// The markup of a row. `root` precedes the addresses of the server.
    func html(_ index: Int, below root: HTML) -> HTML { html(index, root) }
}

/// A list and its surroundings.
struct ListHTML: Sendable {
    let rows: PageRows
    private let offset: Int
    private let total: Int?
    /// Nil for a complete list.
    private let paging: PagingModel?
    private let emptyText: String

    /// A window of a list; `emptyText` is shown if it has no rows.
    init(_ rows: [some RowHTML], paging: PagingModel, emptyText: String) {
        (offset, total, self.paging, self.emptyText) = (paging.offset, paging.total, paging, emptyText)
        self.rows = PageRows(count: rows.count) { [offset, total] index, root in
            rows[index].html(at: RowPosition(index: offset + index, total: total), below: root)
        }
    }

    /// A complete list.
    init(_ rows: [any RowHTML]) {
        (offset, total, paging, emptyText) = (0, rows.count, nil, "")
        self.rows = PageRows(count: rows.count) { index, root in
            rows[index].html(at: RowPosition(index: index, total: rows.count), below: root)
        }
    }

    /// The rows and their position in the list.
    func page(countText: String) -> HTML {
        """
        <div class="page" data-total="\(total?.description ?? "")" data-offset="\(offset)" data-count="\(countText)">
        \(PageRows.mark)</div>

        """
    }

    /// The list with its choices and the links to the pages around it.
    func html(countText: String, choices: ListChoices?, below root: HTML) -> HTML {
        let size: HTML? = paging.map { " data-size=\"\($0.size)\" data-least=\"\(PagingModel.pageSize)\"" }
        let rows: HTML =
            if rows.count == 0 {
                "<p class=\"empty\" data-count=\"\(countText)\">\(emptyText)</p>\n"
            } else {
                """
                <div class="rows" role="feed" aria-labelledby="title"\(size)>
                \(page(countText: countText))</div>

                """
            }
        return "\(choices?.html(below: root))\(rows)\(paging?.html(below: root))"
    }
}

/// The links to a list in other orders and selections.
struct ListChoices: Sendable {
    let sorts: [LinkModel]
    let switches: [LinkModel]

    fileprivate func html(below root: HTML) -> HTML {
        """
        <nav class="choices" aria-label="Order">
        <ul>
        \(HTML(sorts.map { $0.html(current: "true", below: root) }))</ul>
        <ul class="switches">
        \(HTML(switches.map { $0.html(current: "true", below: root) }))</ul>
        </nav>

        """
    }
}

extension LinkModel {
    /// An item of a list of links; `current` is the value of `aria-current` if it leads to the current screen.
    func html(current: String, below root: HTML) -> HTML {
        """
        <li><a href="\(root)\(address)"\(HTML.attribute("aria-current", isCurrent ? current : nil))>\(title)</a></li>

        """
    }
}

extension PagingModel {
    /// The links to the pages before and after this one; nil if one page shows all rows.
    func html(below root: HTML) -> HTML? {
        guard !text.isEmpty else { return nil }
        let previous: HTML? = previous.map { "<a rel=\"prev\" href=\"\(root)\($0)\">Previous</a>" }
        let next: HTML? = next.map { "<a rel=\"next\" href=\"\(root)\($0)\">Next</a>" }
        return """
            <nav class="paging" aria-label="Pages">
            \(previous)
            <span>\(text)</span>
            \(next)
            </nav>

            """
    }
}
