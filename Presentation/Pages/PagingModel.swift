public import FermataDomain

/// The rows that a page of a list shows, and the pages before and after it.
public struct PagingModel: Equatable, Sendable {
    /// The default number of rows of a page.
    public static let pageSize = 50
    /// The number of rows of the complete list; nil if it is unknown and more rows follow the page.
    public let total: Int?
    /// The index of the first row, from 0.
    public let offset: Int
    /// The number of rows of a page.
    public let size: Int
    /// `51–100 of 1,100`, or `51–100 of many`; empty if one page shows all rows.
    public let text: String
    public let previous: PageAddress?
    public let next: PageAddress?

    /// `address` returns the page of a window of the list.
    public init(_ window: Window, total: Int?, address: (Window) -> PageAddress) {
        let (offset, size) = (window.offset, max(1, window.limit ?? Self.pageSize))
        (self.total, self.offset, self.size) = (total, offset, size)
        let before = Window(offset: offset, limit: size).previous(of: total ?? .max)
        previous = total == 0 ? nil : before.map(address)
        let rest = total.map { $0 - offset } ?? .max
        next = rest > size ? address(Window(offset: offset + size, limit: size)) : nil
        let last = min(rest, size) + offset
        text =
            previous == nil && next == nil
            ? ""
            : last > offset
                ? "\(CountText.grouped(offset + 1))–\(CountText.grouped(last)) of \(CountText.grouped(total))"
                : "none of \(CountText.grouped(total))"
    }
}

extension PagingModel {
    /// The text of a page without rows: the list's text, or a note that the list ends before the page.
    func emptyText(_ text: EmptyListText) -> String { total != 0 ? "The list ends before this page." : text.web }
}

extension Window {
    /// The window of the same size before it; nil at the start. Beyond the end of a list, the last window.
    public func previous(of total: Int) -> Window? {
        guard offset > 0, let limit, limit > 0 else { return nil }
        return Window(offset: max(0, min(offset, total) - limit), limit: limit)
    }

    /// The window as items of an address's query, without default values.
    var queryItems: [(key: String, value: String)] {
        var items: [(key: String, value: String)] = []
        if offset > 0 { items.append(("offset", String(offset))) }
        if let limit, limit != PagingModel.pageSize { items.append(("limit", String(limit))) }
        return items
    }
}
