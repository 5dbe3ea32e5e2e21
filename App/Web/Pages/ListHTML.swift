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
    /// The place of the row in its section, from 1 on, and the number of rows there; nil for a row of one long list.
    var placeInSection: (place: Int, count: Int)?

    /// The attributes of an `article` in a feed; the size -1 stands for an unknown one.
    ///
    /// Source: https://www.w3.org/TR/wai-aria-1.2/#aria-setsize
    var attributes: HTML {
        let (place, count) = placeInSection ?? (index + 1, total ?? -1)
        return "aria-posinset=\"\(place)\" aria-setsize=\"\(count)\""
    }
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
    /// Whether the rows are in sections, which contain the feeds.
    private let hasSections: Bool

    /// A window of a list; `emptyText` is shown if it has no rows.
    init(_ rows: [some RowHTML], paging: PagingModel, emptyText: String) {
        (offset, total, self.paging, self.emptyText) = (paging.offset, paging.total, paging, emptyText)
        hasSections = false
        self.rows = PageRows(count: rows.count) { [offset, total] index, root in
            rows[index].html(at: RowPosition(index: offset + index, total: total), below: root)
        }
    }

    /// A list whose rows are in sections; without `paging`, a complete one.
    init(_ sections: [ListSection], paging: PagingModel? = nil, emptyText: String = "") {
        let rows = sections.enumerated().flatMap { $1.parts(number: $0) }
        (offset, total) = (paging?.offset ?? 0, paging?.total ?? rows.count)
        (self.paging, self.emptyText, hasSections) = (paging, emptyText, true)
        let isDivided = sections.count > 1
        self.rows = PageRows(count: rows.count) { [offset, total] index, root in
            let (start, row, place, end) = rows[index]
            let position = RowPosition(
                index: offset + index, total: total, placeInSection: isDivided ? place : nil)
            return "\(start?(root))\(row.html(at: position, below: root))\(end)"
        }
    }

    /// The rows and their position in the list.
    func page(countText: String) -> HTML {
        """
        <div class="page" data-total="\(total?.description ?? "")" data-offset="\(offset)" data-count="\(countText)">
        \(PageRows.mark)</div>

        """
    }

    /// The list with its choices and the links to the pages around it. `shuffled` is the page whose songs the button above
    /// the list plays in a random order.
    func html(countText: String, choices: ListChoices?, shuffled: PageAddress?, below root: HTML) -> HTML {
        let shuffled: HTML? = shuffled.map { " data-shuffled=\"\(root)\($0)\"" }
        let size: HTML? = paging.map { " data-size=\"\($0.size)\" data-least=\"\(PagingModel.pageSize)\"" }
        let rows: HTML =
            if rows.count == 0 {
                "<p class=\"empty\" data-count=\"\(countText)\">\(emptyText)</p>\n"
            } else if hasSections {
                page(countText: countText)
            } else {
                """
                <div class="rows" role="feed" aria-labelledby="title"\(size)\(shuffled)>
                \(page(countText: countText))</div>

                """
            }
        return "\(choices?.html(below: root))\(rows)\(paging?.html(below: root))"
    }
}

/// Rows below a heading.
struct ListSection: Sendable {
    /// How the rows are placed.
    enum Shape: String {
        /// One below the other.
        case rows
        /// Tiles in as many lines as they need.
        case grid
        /// Tiles in one line, which scrolls.
        case shelf
        /// Small tiles in as many lines as they need.
        case chips
    }

    /// Nil for rows without a heading.
    var title: String?
    /// The list of all such rows, which the heading links; nil without one.
    var list: PageAddress?
    let rows: [any RowHTML]
    var shape = Shape.rows

    /// Each row with the markup before and after it.
    fileprivate func parts(number: Int) -> [(start: Start?, row: any RowHTML, place: (Int, Int), end: HTML?)] {
        let label: HTML = title == nil ? "title" : "section-\(number)"
        let start: Start = { [title, list, shape] root in
            let heading = title.map { title -> HTML in
                let link = HTML.link(title, to: list, below: root)
                return "<h2 id=\"section-\(number)\">\(link)</h2>\n"
            }
            return """
                <section>
                \(heading)<div class="\(shape.rawValue)" role="feed" aria-labelledby="\(label)">

                """
        }
        let end: HTML = "</div>\n</section>\n"
        return rows.enumerated().map { index, row in
            (index == 0 ? start : nil, row, (index + 1, rows.count), index == rows.count - 1 ? end : nil)
        }
    }

    /// The markup before a row. `root` precedes the addresses of the server.
    fileprivate typealias Start = @Sendable (_ root: HTML) -> HTML
}

/// The links to a list in other orders and selections.
struct ListChoices: Sendable {
    let sorts: [LinkModel]
    let switches: [LinkModel]
    /// Lists of links that filter the rows, each with its name.
    var filters: [(name: String, links: [LinkModel])] = []

    fileprivate func html(below root: HTML) -> HTML {
        let filters = filters.filter { !$0.links.isEmpty }.map { name, links in
            """
            <nav class="choices" aria-label="\(name)">
            <ul>
            \(HTML(links.map { $0.html(current: "true", below: root) }))</ul>
            </nav>

            """ as HTML
        }
        return """
            <nav class="choices" aria-label="Order">
            <ul>
            \(HTML(sorts.map { $0.html(current: "true", below: root) }))</ul>
            <ul class="switches">
            \(HTML(switches.map { $0.html(current: "true", below: root) }))</ul>
            </nav>
            \(HTML(filters))
            """
    }
}

extension LinkModel {
    /// An item of a list of links; `current` is the value of `aria-current` if it leads to the current screen, and `style`
    /// its class.
    func html(current: String, style: HTML? = nil, below root: HTML) -> HTML {
        """
        <li\(HTML.attribute("class", style?.markup))><a href="\(root)\(address)"\(HTML.attribute("aria-current", isCurrent ? current : nil))>\(title)</a></li>

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
