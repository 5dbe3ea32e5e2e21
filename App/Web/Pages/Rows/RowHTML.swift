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

/// The rows of a page, which are drawn one by one into the rendered page.
struct PageRows: Sendable {
    /// The value for the template, which stands for the rows: a zero byte, which no text on a page contains.
    static let mark: HTML = "\u{0}"

    let count: Int
    private let html: @Sendable (_ index: Int, _ root: HTML) -> HTML

    init(_ rows: [any RowHTML] = [], offset: Int = 0, total: Int? = nil) {
        count = rows.count
        html = { rows[$0].html(at: RowPosition(index: offset + $0, total: total), below: $1) }
    }

    init(_ lyrics: LyricsScreen) {
        count = lyrics.count
        html = { index, _ in
            let row = lyrics.row(at: index)
            let time = row.milliseconds.map { " data-time=\"\($0)\"" as HTML }
            return "<li\(time) dir=\"auto\">\(row.text)</li>\n"
        }
    }

    /// The markup of a row. `root` precedes the addresses of the server.
    func html(_ index: Int, below root: HTML) -> HTML { html(index, root) }
}
