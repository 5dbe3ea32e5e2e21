import FermataPresentation

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
