import FermataPresentation

/// A column of a list with its place on a terminal.
struct PlacedTUIColumn {
    private static let gap = 2
    let column: TUIColumn
    /// Which of a row's cells stands in it.
    let index: Int
    let start: Int
    let width: Int

    /// The columns that there is room for.
    static func placed(_ columns: [TUIColumn], in width: Int) -> [PlacedTUIColumn] {
        let shown = columns.enumerated().filter { $0.element.minimumWidth <= width }
        let widths = ColumnWidths(shown.map(\.element.width.room), in: width, gap: gap).widths
        var start = 0
        return zip(shown, widths).map { item, width in
            defer { start += width + gap }
            return PlacedTUIColumn(column: item.element, index: item.offset, start: start, width: width)
        }
    }
}

/// A tab with its place on a terminal.
struct PlacedTab {
    let tab: TUITab
    let text: String
    let start: Int

    /// Where there is not room for all titles, only the selected tab has its own.
    static func placed(selected: TUITab?, in width: Int) -> [PlacedTab] {
        let titles = TUITab.allCases.map { (tab: $0, text: " \($0.number) \($0.title) ") }
        let isNarrow = titles.reduce(0) { $0 + $1.text.count } > width
        var start = 0
        return titles.map { tab, title in
            let text = isNarrow && tab != selected ? " \(tab.number) " : title
            defer { start += text.count }
            return PlacedTab(tab: tab, text: text, start: start)
        }
    }
}

extension TUIColumn.Width {
    fileprivate var room: ColumnWidths.Room {
        switch self {
        case .fixed(let width): .fixed(width)
        case .share(let parts): .share(parts)
        }
    }
}
